import type { IReportPlan } from '../../../contract';
import { type IPause, ReportBench } from './report-bench';

let bench: ReportBench;

beforeEach(() => {
  bench = new ReportBench();
});

const planned = async (more: object = {}) => {
  const [pause] = await bench.start(more);
  return (pause as IPause<'report-plan'>).value;
};
const titles = ({ sections }: IReportPlan) => sections.map(each => each.title);

describe('the template of a report', () => {
  it('is found by the model among those that it is told, with what each is for', async () => {
    bench.answers.report_plan = [
      {
        title: 'Which penguins are heavy',
        template: 'model-card',
        sections: [{ title: 'Evaluation', search: ['mass'] }]
      }
    ];
    const { plan, template, parts } = await planned({
      prompt: 'Write a model card'
    });
    expect(bench.requests[0].text).toContain(
      'model-card: model-card, with The model; Intended use; Training data;'
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
    expect(plan.sections[3].search).toEqual(['mass']);
    expect(parts.map(({ name }) => name)).toContain('contact');
    expect((await bench.state()).checklist).toContain(
      'A baseline is named beside each measure.'
    );
  });

  it('has its headings and its blanks in the language of the report', async () => {
    bench.answers.report_plan = [
      {
        title: 'Modell',
        language: 'de',
        template: 'model-card',
        sections: ['Modell', 'Zweck', 'Daten', 'Bewertung', 'Grenzen'].map(
          (title, at) => ({ title, search: [`wort${at}`] })
        )
      }
    ];
    const { plan } = await planned();
    expect(titles(plan)).toEqual([
      'Das Modell',
      'Einsatzzweck',
      'Trainingsdaten',
      'Bewertung',
      'Grenzen und Risiken'
    ]);
    expect(plan.sections.map(({ search }) => search[0])).toContain('wort4');
    expect((await bench.state()).body).toContain('Kontakt: {{contact}}');
  });

  it('is the one of the settings where nobody names one', async () => {
    bench.settings.template = 'data-sheet';
    bench.failing = ['report_plan'];
    const [pause] = await bench.start();
    const usual = (pause as IPause<'report-plan'>).value;
    expect(usual).toMatchObject({
      template: 'data-sheet',
      plan: { kind: 'data-sheet' }
    });
    const [again] = await bench.answer(pause, {
      action: 'change',
      hash: usual.hash,
      words: '',
      template: null
    });
    expect(again.value).toMatchObject({ template: null });
  });

  it('is none that does not exist, and its headings are a person’s own where the file is', async () => {
    bench.templates['work/mine.md'] = {
      form: 'markdown',
      text: '---\nsections:\n  - title: Summary\n---\n'
    };
    bench.answers.report_plan = [
      {
        title: 'T',
        language: 'de',
        template: 'no-such',
        sections: [{ title: 'A' }]
      }
    ];
    expect(await planned()).toMatchObject({ template: null });
    bench = new ReportBench();
    bench.templates['work/mine.md'] = {
      form: 'markdown',
      text: '---\nsections:\n  - title: Summary\n---\n'
    };
    bench.answers.report_plan = [
      {
        title: 'T',
        language: 'de',
        template: 'work/mine.md',
        sections: [{ title: 'A' }]
      }
    ];
    const { plan } = await planned();
    expect(titles(plan)).toEqual(['Summary']);
  });
});

describe('a small number that the person typed into a blank', () => {
  it('is theirs in its line, and needs a source anywhere else', async () => {
    bench.templates['work/mine.md'] = {
      form: 'markdown',
      text: '# {{title}}\n\n**Version:** {{version}}\n\n{{sections}}'
    };
    bench.texts.Data = ['It is 2 of them, {{e2.value}} in all[[e2]].'];
    const [pause] = await bench.start({ template: 'work/mine.md' });
    const review = await bench.approve(
      await bench.accepted(pause, { parts: { version: '2' } })
    );
    expect(review.value.markdown).toContain('**Version:** 2');
    expect(review.value.untraced.map(({ context }) => context)).toEqual([
      'It is 2 of them, 344 in all.'
    ]);
  });
});

describe('a report without a template', () => {
  it('is checked against the usual list', async () => {
    await planned();
    expect((await bench.state()).checklist).toContain(
      'Every number names its unit.'
    );
  });
});

describe('the card with the evidence', () => {
  it('shows numbers, never what stands for them', async () => {
    bench.answers.group_evidence = [
      {
        sections: [
          {
            number: 1,
            pieces: ['e2'],
            summary: 'There are {{e2.value}} rows. [[e2]]'
          },
          { number: 2, pieces: ['e3'], summary: '' }
        ]
      }
    ];
    const { value } = await bench.acceptPlan();
    expect(value.sections[0].summary).toBe('There are 344 rows. [[e2]]');
  });
});
