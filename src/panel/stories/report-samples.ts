import {
  REPORT_STEPS,
  type EventBody,
  type IEvidencePiece,
  type IReportStepState,
  type OpenQuestion
} from '../../contract';

/** A PNG of a single pixel. */
export const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';

const BASE = { node_ref: 'report', step_id: 'r1', text: '' };

export const PLAN: OpenQuestion & { kind: 'report-plan' } = {
  ...BASE,
  kind: 'report-plan',
  interrupt_id: 'plan-1',
  title: 'Plan of the report',
  by: 'model',
  missing: [],
  template: null,
  templates: [
    {
      id: 'analysis-report',
      title: 'Analysis report',
      from: 'built-in',
      form: 'markdown'
    }
  ],
  parts: [],
  plan: {
    kind: 'general',
    title: 'Penguins',
    audience: 'the sales team',
    language: 'en',
    length: 500,
    pages: null,
    forms: [],
    sections: [
      {
        id: 's1',
        title: 'Summary',
        answers: 'What was found.',
        search: [],
        required: true,
        on: true
      },
      {
        id: 's2',
        title: 'Results',
        answers: 'Which species is the heaviest.',
        search: [],
        required: true,
        on: true
      }
    ],
    searches: true,
    files: [],
    parts: {}
  }
};

export function piece(
  id: string,
  change: Partial<IEvidencePiece> = {}
): IEvidencePiece {
  return {
    id,
    kind: 'text',
    title: `What ${id} shows`,
    source: {
      notebook: 'work/penguins.ipynb',
      cellId: 'c1',
      output: 0,
      executionCount: 1,
      from: 'cell'
    },
    time: '2026-11-22T10:00:00.000Z',
    stale: [],
    cut: false,
    text: `mean ${id}`,
    table: null,
    thumbnail: null,
    personal: [],
    change: 'same',
    ...change
  };
}

export const EVIDENCE: OpenQuestion & { kind: 'evidence' } = {
  ...BASE,
  kind: 'evidence',
  interrupt_id: 'evidence-1',
  title: 'Evidence for the report',
  sections: [
    {
      id: 's1',
      title: 'Summary',
      answers: 'What was found.',
      summary: 'Gentoo are the heaviest [[e1]].',
      pieces: ['e1', 'e2']
    },
    {
      id: 's2',
      title: 'Results',
      answers: '',
      summary: '',
      pieces: ['e3']
    }
  ],
  pieces: [
    piece('e1'),
    piece('e2', {
      kind: 'table',
      text: '',
      table: {
        header: [['species', 'mass']],
        rows: [['Gentoo', '5076']],
        size: { rows: 344, columns: 2 }
      }
    }),
    piece('e3', { kind: 'plot', text: '', thumbnail: PNG, stale: ['changed'] }),
    piece('e4')
  ],
  leftOut: 0,
  ranAgain: false,
  plain: false,
  changes: []
};

export const REVIEW: OpenQuestion & { kind: 'review' } = {
  ...BASE,
  kind: 'review',
  interrupt_id: 'review-1',
  title: 'Look the report over',
  report: 'r1',
  heading: 'Penguins',
  markdown: '# Penguins\n\n## Summary\n\nThe mean is 4,202 g [[e1]].\n',
  sections: [
    { id: 's1', title: 'Summary' },
    { id: 's2', title: 'Results' }
  ],
  findings: [
    {
      id: 'f1',
      check: 'checklist',
      state: 'failed',
      text: 'The sample size is not named.',
      section: 'Summary',
      insert: 'The sample has 344 rows.'
    },
    {
      id: 'f2',
      check: 'figures',
      state: 'mended',
      text: 'A caption was added.',
      section: '',
      insert: null
    }
  ],
  untraced: [
    {
      text: '9999',
      context: 'It weighs 9999 g.',
      section: 'Summary',
      closest: { id: 'e1', name: 'value', text: '4201.75' }
    }
  ],
  baseName: 'penguins',
  folder: 'work',
  forms: ['md'],
  docxTemplate: null
};

/** Progress of a report whose step at `now` is running. */
export function progress(
  now: number,
  change: Partial<IReportStepState> = {}
): EventBody {
  return {
    type: 'report-progress',
    report: 'r1',
    percent: Math.round((100 * now) / 6),
    steps: REPORT_STEPS.map((step, at) => ({
      step,
      status: at < now ? 'completed' : at === now ? 'in_progress' : 'pending',
      percent: at < now ? 100 : at === now ? 40 : 0,
      ms: at < now ? 2_000 : 0,
      since: at === now ? Date.now() : null,
      ...(at === now && change)
    }))
  };
}

export const STARTED: EventBody = {
  type: 'report-started',
  report: 'r1',
  title: 'Penguins',
  notebook: 'work/penguins.ipynb'
};
