import { z } from 'zod';

/** Sections of a report at most. */
export const MOST_SECTIONS = 20;

/** One section, as it is planned, shown, edited, searched for and written. */
export const reportSection = z.strictObject({
  /** Its own in the report, and never used again for another section. */
  id: z.string().min(1),
  title: z.string().trim().min(1).max(200),
  /** What it must answer. */
  answers: z.string().trim().max(2000).default(''),
  /** Words that its evidence is looked for with. */
  search: z.array(z.string().trim().min(1).max(80)).max(20).default([]),
  required: z.boolean().default(true),
  /** False for a section that the person switched off. */
  on: z.boolean().default(true)
});

export type IReportSection = z.output<typeof reportSection>;

/** A report before anything is gathered for it. */
export const reportPlan = z.strictObject({
  /** `general`, or the kind that its template names. */
  kind: z.string().trim().min(1).max(60),
  title: z.string().trim().min(1).max(200),
  /** Who reads it; empty where nobody said. */
  audience: z.string().trim().max(400).default(''),
  /** BCP 47. */
  language: z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z\d]{1,8})*$/),
  /** Words at most; null where nobody said. */
  length: z.number().int().min(50).max(20_000).nullable().default(null),
  sections: z.array(reportSection).min(1).max(MOST_SECTIONS),
  /** Whether the notebook is searched; a letter may need nothing of it. */
  searches: z.boolean().default(true),
  /** Other files to be read, from the server's root, as the person named them. */
  files: z.array(z.string().trim().min(1)).max(20).default([]),
  /** Values for the parts of the template, by their names. */
  parts: z.record(z.string(), z.string().max(4000)).default({})
});

export type IReportPlan = z.output<typeof reportPlan>;
