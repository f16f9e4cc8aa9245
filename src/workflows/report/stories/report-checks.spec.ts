import type { IReportFinding } from '../../../contract';
import { PENGUINS, ReportBench, codeCell, type IPause } from './report-bench';

let bench: ReportBench;

beforeEach(() => {
  bench = new ReportBench();
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(() => jest.restoreAllMocks());

async function atReview(): Promise<IPause<'review'>> {
  return bench.approve(await bench.acceptPlan());
}

const of = (
  { value }: IPause<'review'>,
  check: IReportFinding['check']
): IReportFinding[] =>
  value.findings.filter(finding => finding.check === check);

describe('a text that is too long', () => {
  const long = Array.from({ length: 90 }, () => 'much').join(' ');

  beforeEach(() => {
    bench.texts = { Data: [`${long} [[e2]].`], Result: ['Little [[e3]].'] };
  });

  it.each([
    ['mended', 'Little [[e2]].'],
    ['failed', `${long} much [[e2]].`]
  ])(
    'is written again once, all of it, and counts as %s',
    async (state, text) => {
      bench.texts.Data.push(text);
      const [plan] = await bench.start();
      const review = await bench.approve(
        await bench.accepted(plan, { length: 60 })
      );
      expect([bench.asked('Data'), bench.asked('Result')]).toEqual([2, 2]);
      expect(bench.requests.at(-1)?.text).toContain(
        'at most 60 were asked for'
      );
      expect(of(review, 'length')).toMatchObject([{ state }]);
    }
  );

  it('is held to the pages that were asked for, in Word and in a PDF', async () => {
    const page = `${long} [[e2]].`.repeat(40);
    bench.texts.Data = [page, page];
    bench.answers.report_plan = [
      {
        title: 'Two pages',
        pages: 2,
        sections: [{ title: 'Data' }, { title: 'Result' }]
      }
    ];
    bench.typeset = () => ({
      pdf: new TextEncoder().encode('<< /Type /Pages /Count 5 >>')
    });
    const [plan] = await bench.start();
    expect((plan as IPause<'report-plan'>).value.plan).toMatchObject({
      pages: 2,
      length: 700
    });
    const review = await bench.approve(await bench.accepted(plan));
    expect(bench.asked('Data')).toBe(2);
    expect(of(review, 'length').map(({ text }) => text)).toContainEqual(
      expect.stringMatching(
        /^The document has about \d+ pages; 2 were asked for\.$/
      )
    );
    const [files] = await bench.save(review, { forms: ['pdf'] });
    await bench.answer(files, { confirmed: true });
    expect(bench.lines()).toContain('The PDF has 5 pages; 2 were asked for.');
  });
});

describe('a section that the model forgets', () => {
  it('stays in the plan where the template has it', async () => {
    bench.answers.report_plan = [
      {
        ...(bench.answers.report_plan[0] as object),
        sections: [{ title: 'In short', answers: '' }]
      }
    ];
    const [pause] = await bench.start({ template: 'one-page-summary' });
    const { plan, by } = (pause as IPause<'report-plan'>).value;
    expect(by).toBe('model');
    expect(plan.sections.map(({ title }) => title)).toEqual([
      'In short',
      'What the data shows',
      'What to do'
    ]);
  });

  it('is told as empty where the person takes its text out', async () => {
    const review = await atReview();
    const [again] = (await bench.answer(review, {
      action: 'back',
      hash: review.value.hash,
      words: 'Shorter',
      markdown: review.value.markdown.replace(/There are[^\n]*/, ''),
      sections: ['s2']
    })) as IPause<'review'>[];
    expect(of(again, 'complete')).toMatchObject([
      { section: 'Data', text: '“Data” is empty.' }
    ]);
  });
});

describe('a text that holds what nobody can follow', () => {
  it('is told of links that lead nowhere and of figures without a caption', async () => {
    bench.texts.Result = [
      'See [here](data:x) and [there](https://example.org/).\n\n![](e4)'
    ];
    const review = await atReview();
    expect(of(review, 'links')).toMatchObject([
      { section: 'Result', text: 'A link leads nowhere: “data:x”' }
    ]);
    expect(of(review, 'figures')).toMatchObject([
      { section: 'Result', text: 'The figure e4 has no caption.' }
    ]);
    // Each finding was sent to the model once.
    expect(bench.asked('Result')).toBe(2);
    expect(bench.requests.at(-1)?.text).toContain('has no caption');
  });
});

describe('evidence before a word is written', () => {
  const table = (header: string[], ...rows: string[][]) => ({
    type: 'data' as const,
    result: true,
    data: {
      'text/html': `<table><thead><tr>${header
        .map(each => `<th>${each}</th>`)
        .join('')}</tr></thead>${rows
        .map(row => `<tr>${row.map(each => `<td>${each}</td>`).join('')}</tr>`)
        .join('')}</table>`
    }
  });

  const found = async (...outputs: object[]): Promise<IPause<'review'>> => {
    bench.cells = outputs.map((output, at) =>
      codeCell(`c${at}`, `# Cell ${at}\nshow()`, [output as never])
    );
    bench.answers.group_evidence = [
      {
        sections: [
          { number: 1, pieces: outputs.map((_, at) => `e${at + 1}`) },
          { number: 2, pieces: ['e1'] }
        ]
      }
    ];
    bench.texts = { Data: ['Yes [[e1]].'], Result: ['No [[e1]].'] };
    return atReview();
  };

  // Missing values and quartiles of one year were "a contradiction", matrices
  // and Julia's row of types "without a unit": wrong more often than right.
  it('is told nothing of columns without a unit, nor of values that differ', async () => {
    const review = await found(
      table(['', 'Year'], ['count', '0']),
      table(['', 'Year'], ['count', '9.0']),
      table(
        ['', 'mass', 'bill'],
        ['mass', '1.0', '0.6'],
        ['bill', '0.6', '1.0']
      ),
      table(['Row', 'mass'], ['', 'Float64'], ['1', '3750.0'])
    );
    expect(
      review.value.findings.filter(({ check }) => check !== 'checklist')
    ).toEqual([]);
  });

  it.each(['(344, 8)', 'n = 344', '344 rows', 'No. Observations: 344'])(
    'says how many cases it covers: %s',
    async text => {
      const review = await found({ type: 'stream', name: 'stdout', text });
      expect(of(review, 'samples')).toEqual([]);
    }
  );

  it('is told where nothing says how many cases it covers', async () => {
    const review = await found({
      type: 'stream',
      name: 'stdout',
      text: 'the mean is 4201.75 g\n'
    });
    expect(of(review, 'samples').map(({ text }) => text)).toEqual([
      'Nothing in the evidence says how many rows or cases it covers.'
    ]);
  });

  it('is pointed out where it may name people: addresses, phones and columns of names', async () => {
    bench.cells = [
      codeCell('phone', '# Call\nprint()', [
        {
          type: 'stream',
          name: 'stdout',
          text: 'call +49 30 1234567 or ask ada@example.org\n'
        }
      ]),
      codeCell('names', '# People\ndf', [
        table(['Last name', 'n'], ['Lovelace', '1']) as never
      ]),
      codeCell('plain', '# Rows\nprint()', [
        { type: 'stream', name: 'stdout', text: 'rows 344, 2026-11-23 15:00' }
      ])
    ];
    bench.answers.group_evidence = [
      { sections: [{ number: 1, pieces: ['e1', 'e2', 'e3'] }] }
    ];
    const evidence = await bench.acceptPlan();
    expect(
      evidence.value.pieces.slice(0, 3).map(({ personal }) => personal)
    ).toEqual([['e-mail', 'phone'], ['name'], []]);
    const review = await bench.approve(evidence);
    expect(of(review, 'personal')).toMatchObject([
      { text: 'This evidence may name people: e1, e2.' }
    ]);
  });

  it('is shown once where two cells show the same', async () => {
    const again = PENGUINS.find(({ id }) => id === 'count')!;
    bench.cells = [...PENGUINS, { ...again, id: 'again' }];
    const { value } = await bench.acceptPlan();
    expect(
      value.pieces.filter(({ text }) => text === 'rows 344').map(({ id }) => id)
    ).toEqual(['e2']);
  });
});

describe('the file itself', () => {
  it('says who approved it, and leaves to the record what was changed', async () => {
    const [plan] = await bench.start();
    const evidence = await bench.accepted(plan, { title: 'By hand' });
    const [changed] = (await bench.answer(evidence, {
      action: 'modify',
      hash: evidence.value.hash,
      sections: [
        { id: 's1', pieces: ['e2'] },
        { id: 's2', pieces: ['e3'] }
      ],
      words: ''
    })) as IPause<'evidence'>[];
    const review = await bench.approve(changed);
    expect(review.value.heading).toBe('By hand');
    const [files] = await bench.save(review, {
      forms: ['md', 'html'],
      markdown: `${review.value.markdown}\n\nBy hand.`
    });
    await bench.answer(files, { confirmed: true });
    const changes = [
      'The plan was changed by hand.',
      '“Histogram of body mass” (e4) was taken out of “Result”.',
      'The text was edited by hand.'
    ];
    expect((await bench.state()).result?.changes).toEqual(changes);
    for (const { data } of bench.written) {
      // Without the trace, which machines read.
      const text = String(data).replace(
        /<meta name="cellwright-report"[^>]*>/,
        ''
      );
      expect(text).toContain('Ada');
      for (const change of changes) {
        expect(text.replaceAll('\\', '')).not.toContain(change);
      }
    }
  });
});
