import {
  DEFAULT_REPORT_SETTINGS,
  ENGLISH,
  reportPlan,
  type IEvidence,
  type IReportFinding
} from '../../../contract';
import { plotEvidence } from '../../../report/stories/evidence-samples';
import { validateText } from './validate-text';

const PLAN = reportPlan.parse({
  kind: 'report',
  title: 'Mass',
  language: 'en',
  length: 50,
  sections: [
    { id: 's1', title: 'Data' },
    { id: 's2', title: 'Result' },
    { id: 's3', title: 'Outlook', required: false }
  ]
});
/** A plot without a description. */
const BARE: IEvidence = { ...plotEvidence('e1'), title: '' };
const CHECKS = DEFAULT_REPORT_SETTINGS.checks;

/** A text with one error of each kind. */
const WRONG = `# Mass

## Data

There are 351 penguins, see [here](javascript:alert(1)) and [[e9]].

![](e1)

${'word '.repeat(70)}

## Result

## Outlook
`;

const found = (
  checks: Partial<typeof CHECKS> = {}
): Pick<IReportFinding, 'check' | 'section' | 'text'>[] =>
  validateText(
    WRONG,
    PLAN,
    [BARE],
    {},
    { ...CHECKS, ...checks },
    ENGLISH
  ).findings.map(({ check, section, text }) => ({ check, section, text }));

describe('a finished text', () => {
  it('is held against each check, and each finding says where it stands', () => {
    expect(found()).toEqual([
      {
        check: 'links',
        section: 'Data',
        text: 'A link leads nowhere: javascript:alert(1)'
      },
      {
        check: 'complete',
        section: 'Result',
        text: '“Result” is empty.'
      },
      {
        check: 'numbers',
        section: 'Data',
        text: '351 is not in the evidence.'
      },
      {
        check: 'references',
        section: 'Data',
        text: '[[e9]] refers to evidence that does not exist.'
      },
      {
        check: 'figures',
        section: 'Data',
        text: 'The figure e1 has no caption.'
      },
      {
        check: 'length',
        section: '',
        text: expect.stringMatching(
          /^The text has \d+ words; at most 50 were asked for\.$/
        )
      }
    ]);
  });

  it.each([
    ['links', ['links', 'references']],
    ['complete', ['complete']],
    ['numbers', ['numbers']],
    ['figures', ['figures']],
    ['length', ['length']]
  ] as const)('is not held against %s where that is off', (name, gone) => {
    const left = found({ [name]: false }).map(({ check }) => check);
    expect(left).toEqual(
      found()
        .map(({ check }) => check)
        .filter(check => !(gone as readonly string[]).includes(check))
    );
  });
});
