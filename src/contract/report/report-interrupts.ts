import { z } from 'zod';

import { INTERRUPT_BASE } from '../plan/interrupt-base';
import { PART_TYPES } from './part-types';
import { reportPlan, reportSection } from './report-plan';

/** How often a report's evidence is modified at most. */
export const MOST_MODIFICATIONS = 5;

export const REPORT_FORMS = ['md', 'html', 'docx', 'ipynb', 'pdf'] as const;
export const reportForm = z.enum(REPORT_FORMS);
/** `pdf` is printed where the kernel cannot make one: by the browser's dialog. */
export type ReportForm = z.output<typeof reportForm>;

/** `hash` of the card that the answer was given to; another one is refused. */
const SHOWN = { hash: z.string().min(1) };
const words = z.string().trim().min(1).max(4000);
const evidenceId = z.string().regex(/^e\d{1,6}$/);

/** A blank of the template that the person fills in. */
export const reportPart = z.strictObject({
  name: z.string().min(1),
  label: z.string(),
  type: z.enum(PART_TYPES),
  required: z.boolean(),
  choices: z.array(z.string()).default([])
});
export type IReportPart = z.output<typeof reportPart>;

/** A template, as a list offers it. */
export const reportTemplateInfo = z.strictObject({
  /** Name of one that comes with us, else its path from the server's root. */
  id: z.string().min(1),
  title: z.string(),
  from: z.enum(['built-in', 'file']),
  form: z.enum(['markdown', 'docx'])
});
export type IReportTemplateInfo = z.output<typeof reportTemplateInfo>;

export const reportPlanAnswer = z.discriminatedUnion('action', [
  /** Nothing is gathered before this. */
  z.strictObject({
    action: z.literal('accept'),
    ...SHOWN,
    /** As the person left it. */
    plan: reportPlan
  }),
  /** Words for the model, which plans again; or another template, and no model. */
  z.strictObject({
    action: z.literal('change'),
    ...SHOWN,
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
  hash: z.string().min(1),
  plan: reportPlan,
  /** Who made it: a model, a template alone, or us since the model could not. */
  by: z.enum(['model', 'template', 'default']),
  /** What the model needs to know and could not find, a sentence each. */
  missing: z.array(z.string()).default([]),
  /** The template it follows; null for none. */
  template: z.string().nullable().default(null),
  templates: z.array(reportTemplateInfo).default([]),
  /** Blanks of the template; their values are in `plan.parts`. */
  parts: z.array(reportPart).default([]),
  default: reportPlanAnswer.optional()
});

/** One piece of evidence, as its card shows it: enough to decide, never all. */
export const evidencePiece = z.strictObject({
  id: evidenceId,
  kind: z.enum(['text', 'markdown', 'error', 'table', 'plot']),
  title: z.string(),
  source: z.strictObject({
    /** The notebook, or the file. */
    notebook: z.string(),
    /** Empty for what is in no cell. */
    cellId: z.string(),
    output: z.number().int().nullable(),
    executionCount: z.number().int().nullable(),
    from: z.enum(['cell', 'file', 'conversation', 'variables']).default('cell')
  }),
  hash: z.string(),
  time: z.string().nullable(),
  stale: z.array(
    z.enum(['changed', 'out-of-order', 'other-kernel', 'unknown'])
  ),
  /** Only a part of it was kept. */
  cut: z.boolean(),
  /** 0 to 1. */
  relevance: z.number().min(0).max(1),
  /** Its beginning; empty for a table or a plot. */
  text: z.string().max(600).default(''),
  /** Its header and first rows. */
  table: z
    .strictObject({
      header: z.array(z.array(z.string())),
      rows: z.array(z.array(z.string())).max(5),
      /** Rows and columns of the whole, where known. */
      size: z.strictObject({
        rows: z.number().nullable(),
        columns: z.number().nullable()
      })
    })
    .nullable()
    .default(null),
  /** `data:image/png;base64,…` or `data:image/jpeg;base64,…` of a plot, small. */
  thumbnail: z
    .string()
    .regex(/^data:image\/(png|jpeg);base64,[A-Za-z\d+/=]*$/)
    .nullable()
    .default(null),
  /** What it shows that may name a person. */
  personal: z.array(z.enum(['e-mail', 'phone', 'name'])).default([]),
  /** Against the card before: marked where not `same`. */
  change: z.enum(['same', 'new', 'moved']).default('same')
});
export type IEvidencePiece = z.output<typeof evidencePiece>;

/** Evidence of one section, in the order it is written with. */
export const evidenceSection = z.strictObject({
  id: z.string().min(1),
  title: z.string(),
  answers: z.string().default(''),
  /** What the pieces say together, with `[[e1]]` behind each claim. */
  summary: z.string().default(''),
  /** Ids of `pieces`. */
  pieces: z.array(evidenceId)
});
export type IEvidenceSection = z.output<typeof evidenceSection>;

/** Which pieces each section keeps: what is ticked, where it was moved to. */
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
    ...SHOWN,
    sections: evidenceChoice
  }),
  /** The card comes back; without words no model is asked. */
  z.strictObject({
    action: z.literal('modify'),
    ...SHOWN,
    sections: evidenceChoice,
    words: z.string().trim().max(4000).default('')
  }),
  /** Cells of stale pieces run again, with the usual approval; then it comes back. */
  z.strictObject({
    action: z.literal('run'),
    ...SHOWN,
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
  hash: z.string().min(1),
  sections: z.array(evidenceSection).min(1),
  /** All that can be chosen; those that no section has are offered apart. */
  pieces: z.array(evidencePiece),
  /** From 0: how often it was modified. */
  round: z.number().int().min(0),
  /** Found, and not among `pieces`. */
  leftOut: z.number().int().min(0).default(0),
  /** The model could not sort them: they stand as in the notebook. */
  plain: z.boolean().default(false),
  /** What changed since the card before, a sentence each. */
  changes: z.array(z.string()).default([]),
  /** Whether `run` can be answered. */
  canRun: z.boolean().default(false),
  /** Whether `modify` can: not after `MOST_MODIFICATIONS`. */
  canModify: z.boolean().default(true),
  default: evidenceAnswer.optional()
});

/** Something that a check found. */
export const reportFinding = z.strictObject({
  id: z.string().min(1),
  check: z.enum([
    'evidence',
    'samples',
    'contradictions',
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
  /** `mended`: the model changed the text for it; `met`: of a checklist. */
  state: z.enum(['failed', 'mended', 'met']),
  /** In a sentence. */
  text: z.string().min(1),
  /** Title of the section it stands in; empty for the whole. */
  section: z.string().default(''),
  /** Markdown that can be put in with a press; null for none. */
  insert: z.string().nullable().default(null)
});
export type IReportFinding = z.output<typeof reportFinding>;

/** A number that is not in the evidence. */
export const untracedNumber = z.strictObject({
  text: z.string(),
  context: z.string(),
  section: z.string(),
  /** What it may be meant for: text of the value, and its evidence. */
  closest: z
    .strictObject({ id: evidenceId, name: z.string(), text: z.string() })
    .nullable()
});
export type IUntracedNumber = z.output<typeof untracedNumber>;

export const reviewAnswer = z.discriminatedUnion('action', [
  /** The files are then written by the usual card, or downloaded. */
  z.strictObject({
    action: z.literal('save'),
    ...SHOWN,
    /** As the person left it. */
    markdown: z.string().min(1).max(2_000_000),
    forms: z.array(reportForm).min(1),
    /** A file's name without its extension. */
    baseName: z.string().trim().min(1).max(120),
    /** From the server's root; empty for the root. */
    folder: z.string().default(''),
    /** `report.evidence.json` beside it. */
    record: z.boolean().default(false),
    /** Hands the files to the browser; nothing is written. */
    download: z.boolean().default(false)
  }),
  /** Written again with a remark; other sections stay. */
  z.strictObject({
    action: z.literal('back'),
    ...SHOWN,
    words,
    /** As the person left it, which the model goes on from. */
    markdown: z.string().min(1).max(2_000_000).optional(),
    /** Ids of the sections it is about; empty for all. */
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
  hash: z.string().min(1),
  /** Which report; what `IReports.preview` takes. */
  report: z.string().min(1),
  heading: z.string(),
  /** The report in our Markdown, with `[[e1]]` and `{{e1.value}}`. */
  markdown: z.string(),
  sections: z.array(reportSection.pick({ id: true, title: true })),
  findings: z.array(reportFinding),
  untraced: z.array(untracedNumber),
  /** Forms that can be written here. */
  forms: z.array(reportForm).min(1),
  baseName: z.string().min(1),
  folder: z.string(),
  /** Word document that is filled in; null for none. */
  docxTemplate: z.string().nullable().default(null),
  default: reviewAnswer.optional()
});

export type ReportInterruptAnswer =
  | z.output<typeof reportPlanAnswer>
  | z.output<typeof evidenceAnswer>
  | z.output<typeof reviewAnswer>;
