import {
  type BaseMessage,
  AIMessage,
  HumanMessage,
  ToolMessage
} from '@langchain/core/messages';

import { type IPastCall, readTranscript } from '../reading/transcript';

const EDITED =
  'The person edited this call before it ran. What really ran:\n{"code":"2"}\n';
const RESTARTED = 'Note: the kernel was restarted. Run what is needed again.\n';

function pastCall(result: string): IPastCall {
  const messages: BaseMessage[] = [
    new HumanMessage('Explore'),
    new AIMessage({
      content: '',
      tool_calls: [{ id: 'a', name: 'jupyter_cell', args: { code: '1' } }]
    }),
    new ToolMessage({ tool_call_id: 'a', content: result })
  ];
  const [, step] = readTranscript(messages).items;
  return (step as { calls: IPastCall[] }).calls[0];
}

const data = (text: string): string =>
  `<data from="jupyter_cell">\n${text}\n</data>`;

describe('what the demo reads', () => {
  it('of a result is what stands in its envelope', () => {
    expect(pastCall(data('Cell abc-1 ran as [3].\n1 < 2'))).toMatchObject({
      text: 'Cell abc-1 ran as [3].\n1 < 2',
      outcome: 'done',
      cellId: 'abc-1',
      count: '3'
    });
  });

  it('of a result without an envelope is the whole', () => {
    expect(pastCall('Not run: the person stopped.').outcome).toBe('stopped');
  });

  it('of notes before the envelope is what they say', () => {
    const call = pastCall(RESTARTED + EDITED + data('Cell abc-1 ran as [3].'));
    expect(call).toMatchObject({
      restarted: true,
      edited: true,
      ran: { code: '2' },
      cellId: 'abc-1'
    });
  });

  it('of a result that was cleared is what is left of it', () => {
    const call = pastCall(
      `${data('Cell abc-1 failed after 0.1 s.')}\n[The rest was cleared; it cannot be read again.]`
    );
    expect(call).toMatchObject({
      text: 'Cell abc-1 failed after 0.1 s.',
      outcome: 'failed'
    });
  });

  it('of the person is their own words, without what was sent along', () => {
    const { items } = readTranscript([
      new HumanMessage(
        'Plot it\n\n<context>\nKernel: Python 3, idle.\nVariables: df DataFrame 344×8.\n</context>'
      )
    ]);
    expect(items).toEqual([{ kind: 'person', text: 'Plot it' }]);
  });
});
