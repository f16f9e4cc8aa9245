import {
  DEFAULT_SETTINGS,
  ENGLISH,
  reportPlan,
  type IEvidence
} from '../../../contract';
import {
  plotEvidence,
  textEvidence
} from '../../../report/stories/evidence-samples';
import { validateText } from '../nodes/validate';

const PLAN = reportPlan.parse({
  kind: 'report',
  title: 'Mass',
  language: 'en',
  length: 50,
  sections: [
    { id: 's1', title: 'Data', answers: 'What was measured in 2007 and 2012?' },
    { id: 's2', title: 'Result' },
    { id: 's3', title: 'Outlook', required: false }
  ]
});
/** A plot without a description. */
const BARE: IEvidence = { ...plotEvidence('e1'), title: '' };
const CHECKS = DEFAULT_SETTINGS.reports;

/** A text with one error of each kind. */
const WRONG = `# Mass

## Data

There are 351 penguins, see [here](javascript:alert(1)) and [[e9]].

![](e1)

${'word '.repeat(70)}

## Result

## Outlook
`;

const validated = async (
  draft: string,
  evidence: readonly IEvidence[],
  checks: Partial<typeof CHECKS> = {},
  body = ''
) =>
  (
    await validateText(
      {
        plan: PLAN,
        body,
        draft,
        written: {},
        evidence: [...evidence],
        grouped: [
          {
            id: 's1',
            title: 'Data',
            answers: '',
            summary: '',
            pieces: evidence.map(({ id }) => id)
          }
        ],
        notebook: 'a.ipynb',
        startedAt: 0,
        kernel: '',
        packages: {},
        packagesMissing: '',
        changes: []
      },
      { ...CHECKS, ...checks },
      ENGLISH
    )
  ).findings.map(({ check, section, text }) => ({ check, section, text }));

const found = (checks?: Partial<typeof CHECKS>) =>
  validated(WRONG, [BARE], checks);

describe('a number of a finished text', () => {
  const PIECES = [
    textEvidence('e1', 'accuracy 0.7497\ncars 2111\nyear 2012'),
    textEvidence('e2', 'rows 344, over 30 minutes')
  ];
  const texts = async (text: string, body = ''): Promise<string[]> =>
    (await validated(`# Mass\n\n## Data\n\n${text}`, PIECES, {}, body))
      .filter(({ check }) => ['numbers', 'references'].includes(check))
      .map(({ text }) => text);

  it.each([
    ['in the piece that is cited', 'There are 344 rows [[e2]].', []],
    [
      'in another piece than the cited one',
      'There are 344 rows [[e1]].',
      ['344 is not in e1, which its sentence refers to, but in e2.']
    ],
    [
      'without a reference',
      'Accuracy is 0.7497 [[e1]]. There are 344 rows.',
      ['This states a number and names no evidence: “There are 344 rows.”']
    ],
    [
      'small, and only there by accident',
      '9 von 10 Käufern [[e2]].',
      ['9 is not in the evidence.', '10 is not in the evidence.']
    ],
    [
      'small, and there as it is',
      'It begins at 30 minutes [[e1]].',
      ['30 is not in e1, which its sentence refers to, but in e2.']
    ],
    ['rounded as a reader does', 'About 2,100 cars [[e1]].', []],
    [
      'rounded from a year',
      'About 2,000 cars [[e1]].',
      ['2,000 is not in the evidence.']
    ]
  ])('%s', async (_, text, expected) => {
    expect(await texts(text)).toEqual(expected);
  });

  it('that is a year which the plan asks about is none of ours', async () => {
    expect(await texts('In 2007 they were heavier.')).toEqual([]);
    // Another piece shows it, too.
    expect(await texts('In 2012 there were 344 rows [[e2]].')).toEqual([]);
    expect(await texts('In 2008 they were heavier.')).toHaveLength(1);
  });

  it('that the template gives is none of ours', async () => {
    const text = 'As of 2026-11-01, for 4711 readers.';
    expect(await texts(text, text)).toEqual([]);
    expect(await texts(text)).toHaveLength(2);
  });
});

describe('a finished text', () => {
  it('is held against each check, and each finding says where it stands', async () => {
    expect(await found()).toEqual([
      {
        check: 'links',
        section: 'Data',
        text: 'A link leads nowhere: “javascript:alert(1)”'
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
        text: 'e9 refers to evidence that does not exist.'
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
  ] as const)(
    'is not held against %s where that is off',
    async (name, gone) => {
      const left = (await found({ [name]: false })).map(({ check }) => check);
      expect(left).toEqual(
        (await found())
          .map(({ check }) => check)
          .filter(check => !(gone as readonly string[]).includes(check))
      );
    }
  );
});
