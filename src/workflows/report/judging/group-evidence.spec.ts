import { textEvidence } from '../../../report/stories/evidence-samples';
import { groupEvidence } from './group-evidence';

describe('pieces of evidence', () => {
  it('are those that count most for a section, in the order of the notebook', () => {
    const pieces = ['e1', 'e2', 'e3', 'e4'].map(id => textEvidence(id, id));
    const scores = new Map([
      [
        's1',
        new Map([
          ['e1', 0.2],
          ['e2', 0],
          ['e3', 0.5],
          ['e4', 0.9]
        ])
      ]
    ]);
    const section = {
      id: 's1',
      title: 'Data',
      answers: '',
      search: [],
      required: true,
      on: true
    };
    expect(groupEvidence([section], pieces, scores, 2)[0].pieces).toEqual([
      'e3',
      'e4'
    ]);
  });
});
