import { z } from 'zod';

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
  sections: z.array(reportSection).min(1).max(MOST_SECTIONS),
  /** Whether to search the notebook; a letter may need nothing from it. */
  searches: z.boolean().default(true),
  /** Other files to read, as the person named them, from the server's root. */
  files: z.array(z.string().trim().min(1)).max(20).default([]),
  /** Values for the template's placeholders, by name. */
  parts: z.record(z.string(), z.string().max(4000)).default({})
});

export type IReportPlan = z.output<typeof reportPlan>;
