import { ownDocument } from '../../../report/stories/own-document';
import { readDocx } from '../../../report/stories/read-docx';
import { ReportBench, type IPause } from './report-bench';

let bench: ReportBench;

beforeEach(() => {
  bench = new ReportBench();
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(() => jest.restoreAllMocks());

const LETTER = 'work/letter.docx';

/**
 * From the plan with the person's changes to the card that follows the
 * evidence.
 */
async function planned(
  change: (plan: IPause<'report-plan'>['value']['plan']) => object
): Promise<IPause<'review'>> {
  bench.templates[LETTER] = { form: 'docx', bytes: ownDocument() };
  bench.answers.report_plan = [
    { title: 'Letter', sections: [{ title: 'results' }] }
  ];
  const [pause] = (await bench.start({
    template: LETTER
  })) as IPause<'report-plan'>[];
  return bench.approve(
    await bench.accepted(pause, {
      ...change(pause.value.plan),
      parts: { customer: 'Ada', company: 'ACME', mean: '1' }
    })
  );
}

describe('what is written for a blank of a Word document', () => {
  it('stands in its place whatever the person calls its section', async () => {
    bench.texts = {
      Findings: ['There are {{e2.value}} penguins[[e2]].'],
      plot: ['![Histogram](e4)']
    };
    const review = await planned(({ sections }) => ({
      sections: sections.map(each =>
        each.title === 'results' ? { ...each, title: 'Findings' } : each
      )
    }));
    expect(review.value.findings.map(({ check }) => check)).not.toContain(
      'template'
    );
    const [files] = await bench.save(review, { forms: ['docx'] });
    await bench.answer(files, { confirmed: true });
    const { paragraphs, xml } = readDocx(bench.written[0].data as Uint8Array);
    expect(paragraphs.map(([, text]) => text)).toContain(
      'There are 344 penguins.'
    );
    expect(xml).not.toContain('{{results');
    expect((await bench.state()).result?.reason).toBe('');
  });

  it('is told as missing before it is saved where the person left its section out', async () => {
    bench.texts = { results: ['There are {{e2.value}} penguins[[e2]].'] };
    const review = await planned(({ sections }) => ({
      sections: sections.map(each =>
        each.title === 'plot' ? { ...each, on: false } : each
      )
    }));
    expect(
      review.value.findings
        .filter(({ check }) => check === 'template')
        .map(({ text, state }) => [text, state])
    ).toEqual([['“plot” in the template is still empty.', 'failed']]);
  });
});

it('a place for a plot in a template that is Markdown is told as empty, where it has to be filled', async () => {
  bench.templates['letter.md'] = {
    form: 'markdown',
    text: '# {{title}}\n\n{{sections}}\n\n{{plot: figure}}\n\n{{more?: table}}'
  };
  const [plan] = await bench.start({ template: 'letter.md' });
  const review = await bench.approve(await bench.accepted(plan));
  expect(
    review.value.findings
      .filter(({ check }) => check === 'template')
      .map(({ text }) => text)
  ).toEqual(['“plot” in the template is still empty.']);
});
