import type { IReportFinding } from '../../../contract';
import { printed, type IFakeCell } from '../../../testing/fake-notebook';
import { PENGUINS, PenguinSite, grouped, type Card } from './report-site';

let site: PenguinSite;

beforeEach(() => {
  site = new PenguinSite();
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});

const of = (
  { findings }: Card<'review'>,
  check: IReportFinding['check']
): IReportFinding[] => findings.filter(finding => finding.check === check);

describe('a text that is too long', () => {
  const long = Array.from({ length: 90 }, () => 'much').join(' ');

  beforeEach(() => {
    site.texts = { Data: [`${long} [[e2]].`], Result: ['Little [[e3]].'] };
  });

  it.each([
    ['mended', 'Little [[e2]].'],
    ['failed', `${long} much [[e2]].`]
  ])(
    'is written again once, all of it, and counts as %s',
    async (state, text) => {
      site.texts.Data.push(text);
      const review = await site.toReview({}, { length: 60 });
      expect(site.sentAs('Data')).toHaveLength(2);
      expect(site.sentAs('Result')).toHaveLength(2);
      expect(site.sent.at(-1)?.text).toContain('at most 60 were asked for');
      expect(of(review, 'length')).toMatchObject([{ state }]);
    }
  );

  it('is held to the pages that were asked for, in Word and in a PDF', async () => {
    const page = `${long} [[e2]].`.repeat(40);
    site.texts.Data = [page, page];
    site.replies.report_plan = [
      {
        title: 'Two pages',
        pages: 2,
        forms: ['pdf', 'docx'],
        sections: [{ title: 'Data' }, { title: 'Result' }]
      }
    ];
    site.pdf = new TextEncoder().encode('<< /Type /Pages /Count 5 >>');
    const card = await site.start();
    expect(card.plan).toMatchObject({ pages: 2, length: 600 });
    const review = await site.accept(
      await site.accept(card, 'evidence'),
      'review'
    );
    expect(review.forms).toEqual(['pdf', 'docx']);
    expect(site.sentAs('Data')).toHaveLength(2);
    expect(of(review, 'length').map(({ text }) => text)).toContainEqual(
      expect.stringMatching(
        /^The document has about \d+ pages, with \d+ words of text; the limit is 2\.$/
      )
    );
    await site.save(review, { forms: ['pdf'] });
    expect(site.lines()).toContain('The PDF has 5 pages; the limit is 2.');
  });
});

describe('a section that the model forgets', () => {
  it('stays in the plan where the template has it', async () => {
    site.replies.report_plan = [
      {
        ...(site.replies.report_plan[0] as object),
        sections: [{ title: 'In short', answers: '' }]
      }
    ];
    const { plan, by } = await site.start({ template: 'one-page-summary' });
    expect(by).toBe('model');
    expect(plan.sections.map(({ title }) => title)).toEqual([
      'In short',
      'What the data shows',
      'What to do'
    ]);
  });

  it('is told as empty where the person takes its text out', async () => {
    const review = await site.toReview();
    const again = await site.back(review, {
      markdown: review.markdown.replace(/There are[^\n]*/, ''),
      sections: ['s2']
    });
    expect(of(again, 'complete')).toMatchObject([
      { section: 'Data', text: '“Data” is empty.' }
    ]);
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

  const withCells = (cells: IFakeCell[]): void => {
    site = new PenguinSite(cells);
    site.replies.group_evidence = [
      grouped(
        { pieces: cells.map((_, at) => `e${at + 1}`) },
        { pieces: ['e1'] }
      )
    ];
    site.texts = { Data: ['Yes [[e1]].'], Result: ['No [[e1]].'] };
  };

  const found = (
    ...all: NonNullable<IFakeCell['outputs']>
  ): Promise<Card<'review'>> => {
    withCells(
      all.map((output, at) => ({
        source: `# Cell ${at}\nshow()`,
        outputs: [output]
      }))
    );
    return site.toReview();
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
      review.findings.filter(({ check }) => check !== 'checklist')
    ).toEqual([]);
  });

  it('is pointed out where it may name people: addresses, phones and columns of names', async () => {
    withCells([
      {
        source: '# Call\nprint()',
        outputs: printed('call +49 30 1234567 or ask ada@example.org\n').outputs
      },
      {
        source: '# People\ndf',
        outputs: [table(['Last name', 'n'], ['Lovelace', '1'])]
      },
      {
        source: '# Rows\nprint()',
        outputs: printed('rows 344, 2026-11-23 15:00').outputs
      }
    ]);
    const evidence = await site.toEvidence();
    expect(evidence.pieces.slice(0, 3).map(({ personal }) => personal)).toEqual(
      [['e-mail', 'phone'], ['name'], []]
    );
    const review = await site.accept(evidence, 'review');
    expect(of(review, 'personal')).toMatchObject([
      { text: 'This evidence may name people: e1, e2.' }
    ]);
  });

  it('is shown once where two cells show the same', async () => {
    const again = PENGUINS.find(({ id }) => id === 'count')!;
    site = new PenguinSite([...PENGUINS, { ...again, id: 'again' }]);
    const { pieces } = await site.toEvidence();
    expect(
      pieces.filter(({ text }) => text === 'rows 344').map(({ id }) => id)
    ).toEqual(['e2']);
  });
});

describe('the file itself', () => {
  it('says who approved it, and leaves to the record what was changed', async () => {
    const evidence = await site.toEvidence({}, { title: 'By hand' });
    const changed = await site.modify(evidence, {
      sections: [
        { id: 's1', pieces: ['e2'] },
        { id: 's2', pieces: ['e3'] }
      ]
    });
    const review = await site.accept(changed, 'review');
    expect(review.heading).toBe('By hand');
    await site.save(review, {
      forms: ['md', 'html'],
      markdown: `${review.markdown}\n\nBy hand.`
    });
    const changes = [
      'The plan was changed by hand.',
      '“Histogram of body mass” (e4) was taken out of “Result”.',
      'The text was edited by hand.'
    ];
    expect((await site.state()).result?.changes).toEqual(changes);
    // Whoever has the text open sees it as it is saved.
    expect(site.front.of('report-draft').at(-1)?.markdown).toContain(
      'By hand.'
    );
    for (const data of ['md', 'html'].map(end =>
      site.file(`penguins.${end}`)
    )) {
      // Without the trace, which machines read.
      const text = String(data).replace(
        /<meta name="cellwright-report"[^>]*>/,
        ''
      );
      expect(text).toContain('Ada');
      expect(text).toContain('By hand.');
      for (const change of changes) {
        expect(text.replaceAll('\\', '')).not.toContain(change);
      }
    }
  });
});
