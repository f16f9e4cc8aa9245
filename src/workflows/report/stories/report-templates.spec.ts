import type { IReportPlan } from '../../../contract';
import { PenguinSite, grouped } from './report-site';

let site: PenguinSite;

beforeEach(() => {
  site = new PenguinSite();
});

const titles = ({ sections }: IReportPlan) => sections.map(each => each.title);

describe('the template of a report', () => {
  it('is found by the model among those that it is told, with what each is for', async () => {
    site.replies.report_plan = [
      {
        title: 'Which penguins are heavy',
        template: 'model-card',
        sections: [
          {
            title: 'Evaluation',
            answers: 'How far its masses are off.',
            search: ['mass']
          }
        ]
      }
    ];
    const { plan, template, parts } = await site.start(
      {},
      'Write a model card'
    );
    expect(site.sent[0].text).toContain(
      'model-card: Model card, with The model; Intended use; Training data;'
    );
    expect(template).toBe('model-card');
    expect(plan.kind).toBe('model-card');
    expect(titles(plan)).toEqual([
      'The model',
      'Intended use',
      'Training data',
      'Evaluation',
      'Limits and risks'
    ]);
    expect(plan.sections[3]).toMatchObject({
      answers: expect.stringMatching(/^\w.*\. How far its masses are off\.$/),
      search: ['mass']
    });
    expect(parts.map(({ name }) => name)).toContain('contact');
    expect((await site.state()).checklist).toContain(
      'A baseline is named beside each measure.'
    );
  });

  it('has its headings and its blanks in the language of the report', async () => {
    site.replies.report_plan = [
      {
        title: 'Modell',
        language: 'de',
        template: 'model-card',
        sections: ['Modell', 'Zweck', 'Daten', 'Bewertung', 'Grenzen'].map(
          (title, at) => ({ title, search: [`wort${at}`] })
        )
      }
    ];
    const { plan } = await site.start();
    expect(titles(plan)).toEqual([
      'Das Modell',
      'Einsatzzweck',
      'Trainingsdaten',
      'Bewertung',
      'Grenzen und Risiken'
    ]);
    expect(plan.sections.map(({ search }) => search[0])).toContain('wort4');
    expect((await site.state()).body).toContain('Kontakt: {{contact}}');
  });

  it('is the one of the settings where nobody names one', async () => {
    site.settings.reports.template = 'data-sheet';
    site.failing = ['report_plan'];
    const usual = await site.start();
    expect(usual).toMatchObject({
      template: 'data-sheet',
      plan: { kind: 'data-sheet' }
    });
    expect(await site.change(usual, { template: null })).toMatchObject({
      template: null
    });
  });

  it('is none that does not exist, and its headings are a person’s own where the file is', async () => {
    const draft = (template: string) => [
      { title: 'T', language: 'de', template, sections: [{ title: 'A' }] }
    ];
    site.replies.report_plan = draft('no-such');
    expect(await site.start()).toMatchObject({ template: null });
    site = new PenguinSite();
    site.files.set(
      'work/cellwright-templates/mine.md',
      '---\nsections:\n  - title: Summary\n---\n'
    );
    site.replies.report_plan = draft('work/cellwright-templates/mine.md');
    expect(titles((await site.start()).plan)).toEqual(['Summary']);
  });
});

describe('a small number that the person typed into a blank', () => {
  it('is theirs in its line, and needs a source anywhere else', async () => {
    site.files.set(
      'work/mine.md',
      '# {{title}}\n\n**Version:** {{version}}\n\n{{sections}}'
    );
    site.texts.Data = ['It is 2 of them, {{e2.value}} in all[[e2]].'];
    const review = await site.toReview(
      { template: 'work/mine.md' },
      { parts: { version: '2' } }
    );
    expect(review.markdown).toContain('**Version:** 2');
    expect(review.untraced.map(({ context }) => context)).toEqual([
      'It is 2 of them, 344 in all.'
    ]);
  });
});

describe('a report without a template', () => {
  it('is checked against the usual list', async () => {
    await site.start();
    expect((await site.state()).checklist).toContain(
      'Every number names its unit.'
    );
  });
});

describe('the card with the evidence', () => {
  it('shows numbers, never what stands for them', async () => {
    site.replies.group_evidence = [
      grouped(
        { pieces: ['e2'], summary: 'There are {{e2.value}} rows. [[e2]]' },
        { pieces: ['e3'] }
      )
    ];
    const { sections } = await site.toEvidence();
    expect(sections[0].summary).toBe('There are 344 rows. [[e2]]');
  });
});
