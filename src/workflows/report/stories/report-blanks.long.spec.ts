import type { IReportPlan } from '../../../contract';
import { ownDocument } from '../../../report/stories/own-document';
import { readDocx } from '../../../report/stories/read-docx';
import { PenguinSite, type Card } from './report-site';

let site: PenguinSite;

beforeEach(() => {
  site = new PenguinSite();
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});

const LETTER = 'work/letter.docx';

/**
 * From the plan with the person's changes to the card that follows the
 * evidence.
 */
async function planned(
  change: (plan: IReportPlan) => object
): Promise<Card<'review'>> {
  site.files.set(LETTER, ownDocument());
  site.replies.report_plan = [
    { title: 'Letter', sections: [{ title: 'results' }] }
  ];
  const card = await site.start({ template: LETTER });
  const evidence = await site.accept(card, 'evidence', {
    plan: {
      ...card.plan,
      ...change(card.plan),
      parts: { customer: 'Ada', company: 'ACME', mean: '1' }
    }
  });
  return site.accept(evidence, 'review');
}

describe('what is written for a blank of a Word document', () => {
  it('stands in its place whatever the person calls its section', async () => {
    site.texts = {
      Findings: ['There are {{e2.value}} penguins[[e2]].'],
      plot: ['![Histogram](e4)']
    };
    const review = await planned(({ sections }) => ({
      sections: sections.map(each =>
        each.title === 'results' ? { ...each, title: 'Findings' } : each
      )
    }));
    expect(review.findings.map(({ check }) => check)).not.toContain('template');
    await site.save(review, { forms: ['docx'] });
    const { paragraphs, xml } = readDocx(
      site.file('penguins.docx') as Uint8Array
    );
    expect(paragraphs.map(([, text]) => text)).toContain(
      'There are 344 penguins.'
    );
    expect(xml).not.toContain('{{results');
    expect((await site.state()).result?.reason).toBe('');
  });

  it('is told as missing before it is saved where the person left its section out', async () => {
    site.texts = { results: ['There are {{e2.value}} penguins[[e2]].'] };
    const review = await planned(({ sections }) => ({
      sections: sections.map(each =>
        each.title === 'plot' ? { ...each, on: false } : each
      )
    }));
    expect(
      review.findings
        .filter(({ check }) => check === 'template')
        .map(({ text, state }) => [text, state])
    ).toEqual([['“plot” in the template is still empty.', 'failed']]);
  });
});

it('a place for a plot in a template that is Markdown is told as empty, where it has to be filled', async () => {
  site.files.set(
    'letter.md',
    '# {{title}}\n\n{{sections}}\n\n{{plot: figure}}\n\n{{more?: table}}'
  );
  const review = await site.toReview({ template: 'letter.md' });
  expect(
    review.findings
      .filter(({ check }) => check === 'template')
      .map(({ text }) => text)
  ).toEqual(['“plot” in the template is still empty.']);
});
