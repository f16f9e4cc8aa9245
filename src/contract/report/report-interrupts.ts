import { z } from 'zod';

import { INTERRUPT_BASE } from '../agent/interrupt-base';

/** Maximum number of sections in a report. */
export const MOST_SECTIONS = 20;

/** One section, as it is planned, shown, edited, searched for and written. */
export const reportSection = z.strictObject({
  /** Unique in the report, and never reused for another section. */
  id: z.string().min(1),
  title: z.string().trim().min(1).max(200),
  /** The question the section must answer. */
  answers: z.string().trim().max(2000).default(''),
  /** Search terms for its evidence. */
  search: z.array(z.string().trim().min(1).max(80)).max(20).default([]),
  required: z.boolean().default(true),
  /** False if the person switched the section off. */
  on: z.boolean().default(true)
});

export type IReportSection = z.output<typeof reportSection>;

export const REPORT_FORMS = ['md', 'html', 'docx', 'ipynb', 'pdf'] as const;
export const reportForm = z.enum(REPORT_FORMS);
/** If the kernel cannot make a PDF, `pdf` opens the browser's print dialog. */
export type ReportForm = z.output<typeof reportForm>;

/** A report before any evidence is gathered. */
export const reportPlan = z.strictObject({
  /** `general`, or the kind named by its template. */
  kind: z.string().trim().min(1).max(60),
  title: z.string().trim().min(1).max(200),
  /** Who will read it; empty if nobody said. */
  audience: z.string().trim().max(400).default(''),
  /** BCP 47. */
  language: z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z\d]{1,8})*$/),
  /** Maximum number of words; null if nobody said. */
  length: z.number().int().min(50).max(20_000).nullable().default(null),
  /** Maximum number of pages; null if nobody said. */
  pages: z.number().int().min(1).max(100).nullable().default(null),
  /** The formats that the person asked for; empty if nobody said. */
  forms: z.array(reportForm).default([]),
  sections: z.array(reportSection).min(1).max(MOST_SECTIONS),
  /** Whether to search the notebook; a letter may need nothing from it. */
  searches: z.boolean().default(true),
  /** Other files to read, as the person named them, from the server's root. */
  files: z.array(z.string().trim().min(1)).max(20).default([]),
  /** Values for the template's placeholders, by name. */
  parts: z.record(z.string(), z.string().max(4000)).default({})
});

export type IReportPlan = z.output<typeof reportPlan>;

/** What a part of a template can hold. */
export const PART_TYPES = [
  'text',
  'number',
  'date',
  'yes-no',
  'choice',
  'list',
  'table',
  'figure',
  'section'
] as const;

const words = z.string().trim().min(1).max(4000);
const evidenceId = z.string().regex(/^e\d{1,6}$/);

/** Whether a part is written like a section, and not typed into a field. */
export function isWritten({ type }: Pick<IReportPart, 'type'>): boolean {
  return type === 'section' || type === 'table' || type === 'figure';
}

/** A placeholder of the template for the person to fill in. */
export const reportPart = z.strictObject({
  name: z.string().min(1),
  label: z.string(),
  type: z.enum(PART_TYPES),
  required: z.boolean(),
  choices: z.array(z.string()).default([])
});
export type IReportPart = z.output<typeof reportPart>;

/** A template, as lists show it. */
export const reportTemplateInfo = z.strictObject({
  /** Name of a built-in template, or else its path from the server's root. */
  id: z.string().min(1),
  title: z.string(),
  from: z.enum(['built-in', 'file']),
  form: z.enum(['markdown', 'docx'])
});
export type IReportTemplateInfo = z.output<typeof reportTemplateInfo>;

export const reportPlanAnswer = z.discriminatedUnion('action', [
  /** Accepts the plan. Nothing is gathered before this. */
  z.strictObject({
    action: z.literal('accept'),
    /** The plan as the person left it. */
    plan: reportPlan
  }),
  /**
   * Feedback for the model, which plans again; or another template, which needs
   * no model.
   */
  z.strictObject({
    action: z.literal('change'),
    words: z.string().trim().max(4000).default(''),
    /** Null for none. */
    template: z.string().min(1).nullable().optional()
  }),
  z.strictObject({
    action: z.literal('reject'),
    reason: z.string().default('')
  })
]);

export const reportPlanInterrupt = z.object({
  ...INTERRUPT_BASE,
  kind: z.literal('report-plan'),
  plan: reportPlan,
  /**
   * Who made the plan: a model, a template alone, or our default because the
   * model failed.
   */
  by: z.enum(['model', 'template', 'default']),
  /** What the model needs to know and could not find, one sentence each. */
  missing: z.array(z.string()).default([]),
  /** The template it follows; null for none. */
  template: z.string().nullable().default(null),
  templates: z.array(reportTemplateInfo).default([]),
  /** Placeholders of the template; their values are in `plan.parts`. */
  parts: z.array(reportPart).default([]),
  default: reportPlanAnswer.optional()
});

/** One piece of evidence as its card shows it: enough to decide on, not everything. */
export const evidencePiece = z.object({
  id: evidenceId,
  kind: z.enum(['text', 'markdown', 'error', 'table', 'plot']),
  title: z.string(),
  source: z.strictObject({
    /** Path of the notebook or file. */
    notebook: z.string(),
    /** Empty if it is not in a cell. */
    cellId: z.string(),
    output: z.number().int().nullable(),
    executionCount: z.number().int().nullable(),
    from: z.enum(['cell', 'file', 'conversation', 'variables']).default('cell')
  }),
  time: z.string().nullable(),
  stale: z.array(
    z.enum(['changed', 'out-of-order', 'other-kernel', 'unknown'])
  ),
  /** Set if only a part of it was kept. */
  cut: z.boolean(),
  /** The beginning of the text; empty for a table or a plot. */
  text: z.string().max(600).default(''),
  /** The header and the first rows. */
  table: z
    .strictObject({
      header: z.array(z.array(z.string())),
      rows: z.array(z.array(z.string())).max(5),
      /** Rows and columns of the complete table, if known. */
      size: z.strictObject({
        rows: z.number().nullable(),
        columns: z.number().nullable()
      })
    })
    .nullable()
    .default(null),
  /**
   * A small image of a plot, as `data:image/png;base64,…` or
   * `data:image/jpeg;base64,…`.
   */
  thumbnail: z
    .string()
    .regex(/^data:image\/(png|jpeg);base64,[A-Za-z\d+/=]*$/)
    .nullable()
    .default(null),
  /** What kinds of personal data it may show. */
  personal: z.array(z.enum(['e-mail', 'phone', 'name'])).default([]),
  /** Change since the previous card; marked unless `same`. */
  change: z.enum(['same', 'new', 'moved']).default('same')
});
export type IEvidencePiece = z.output<typeof evidencePiece>;

/** The evidence of one section, in the order used for writing. */
export const evidenceSection = z.strictObject({
  id: z.string().min(1),
  title: z.string(),
  answers: z.string().default(''),
  /** What the pieces say together, with `[[e1]]` after each claim. */
  summary: z.string().default(''),
  /** Ids of `pieces`. */
  pieces: z.array(evidenceId)
});
export type IEvidenceSection = z.output<typeof evidenceSection>;

/**
 * The pieces that each section keeps: those ticked, in the section they were
 * moved to.
 */
export const evidenceChoice = z.array(
  z.strictObject({
    id: z.string().min(1),
    pieces: z.array(evidenceId).max(100)
  })
);
export type EvidenceChoice = z.output<typeof evidenceChoice>;

export const evidenceAnswer = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('approve'),
    sections: evidenceChoice
  }),
  /** Asks for changes; the card is shown again. Without feedback no model is asked. */
  z.strictObject({
    action: z.literal('modify'),
    sections: evidenceChoice,
    words: z.string().trim().max(4000).default('')
  }),
  /**
   * Runs the cells of stale pieces again, with the usual approval; then the
   * card is shown again.
   */
  z.strictObject({
    action: z.literal('run'),
    pieces: z.array(evidenceId).min(1).max(50)
  }),
  z.strictObject({
    action: z.literal('reject'),
    reason: z.string().default('')
  })
]);

export const evidenceInterrupt = z.object({
  ...INTERRUPT_BASE,
  kind: z.literal('evidence'),
  sections: z.array(evidenceSection).min(1),
  /** All pieces on offer; those in no section are shown separately. */
  pieces: z.array(evidencePiece),
  /** Number of pieces that were found but are not in `pieces`. */
  leftOut: z.number().int().min(0).default(0),
  /** Set if the model could not sort the pieces: they are in notebook order. */
  plain: z.boolean().default(false),
  /** What changed since the previous card, one sentence each. */
  changes: z.array(z.string()).default([]),
  /** Its cells ran again: what was ticked on the card before still holds. */
  ranAgain: z.boolean().default(false),
  default: evidenceAnswer.optional()
});

/** The finding of a check. */
export const reportFinding = z.strictObject({
  id: z.string().min(1),
  check: z.enum([
    'evidence',
    'personal',
    'checklist',
    'complete',
    'numbers',
    'references',
    'figures',
    'links',
    'length',
    'template',
    'writing'
  ]),
  /**
   * `mended`: the model corrected the text; `met`: an item of a checklist is
   * fulfilled.
   */
  state: z.enum(['failed', 'mended', 'met']),
  /** One sentence. */
  text: z.string().min(1),
  /** Title of its section; empty for the whole report. */
  section: z.string().default(''),
  /** Markdown that a button can insert; null for none. */
  insert: z.string().nullable().default(null)
});
export type IReportFinding = z.output<typeof reportFinding>;

/** A number that is not in the evidence. */
export const untracedNumber = z.strictObject({
  text: z.string(),
  context: z.string(),
  section: z.string(),
  /** The closest values in the evidence: their text, and the piece they are in. */
  closest: z
    .strictObject({ id: evidenceId, name: z.string(), text: z.string() })
    .nullable()
});
export type IUntracedNumber = z.output<typeof untracedNumber>;

export const reviewAnswer = z.discriminatedUnion('action', [
  /**
   * Accepts the report. Its files are then written after the usual card, or
   * downloaded.
   */
  z.strictObject({
    action: z.literal('save'),
    /** The text as the person left it. */
    markdown: z.string().min(1).max(2_000_000),
    forms: z.array(reportForm).min(1),
    /** File name without extension. */
    baseName: z.string().trim().min(1).max(120),
    /** From the server's root; empty for the root. */
    folder: z.string().default(''),
    /** Whether to write `report.evidence.json` beside it. */
    record: z.boolean().default(false),
    /** Passes the files to the browser for download; nothing is written. */
    download: z.boolean().default(false)
  }),
  /** Has it rewritten with a remark; other sections stay. */
  z.strictObject({
    action: z.literal('back'),
    words,
    /** The text as the person left it, on which the model continues. */
    markdown: z.string().min(1).max(2_000_000).optional(),
    /** Ids of the sections to rewrite; empty for all. */
    sections: z.array(z.string().min(1)).default([])
  }),
  z.strictObject({
    action: z.literal('discard'),
    reason: z.string().default('')
  })
]);

export const reviewInterrupt = z.object({
  ...INTERRUPT_BASE,
  kind: z.literal('review'),
  /** Id of the report, for `IReports.preview`. */
  report: z.string().min(1),
  heading: z.string(),
  /** The report in our Markdown dialect, with `[[e1]]` and `{{e1.value}}`. */
  markdown: z.string(),
  sections: z.array(reportSection.pick({ id: true, title: true })),
  findings: z.array(reportFinding),
  untraced: z.array(untracedNumber),
  /** The formats that are ticked at first. */
  forms: z.array(reportForm).default(['md']),
  baseName: z.string().min(1),
  folder: z.string(),
  /** Word document to fill in; null for none. */
  docxTemplate: z.string().nullable().default(null),
  default: reviewAnswer.optional()
});

export type ReportInterruptAnswer =
  | z.output<typeof reportPlanAnswer>
  | z.output<typeof evidenceAnswer>
  | z.output<typeof reviewAnswer>;
