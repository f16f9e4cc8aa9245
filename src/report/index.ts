/**
 * Reports: evidence from a notebook, the document, and the forms it is written
 * in. A chunk of its own, loaded when a report is written; `lazy-chunk` has the
 * rest.
 */
import './model/report-nodes';

export {
  gatherEvidence,
  type IGathered,
  type IGatherOptions
} from './evidence/gather-evidence';
export { fileContent } from './evidence/file-content';
export {
  evidenceValues,
  type IEvidenceValue,
  type IEvidenceValues
} from './numbers/evidence-values';
export {
  type ITracedNumber,
  type ITracedReport,
  traceNumbers
} from './numbers/trace-numbers';
export { evidencePlace, evidenceTrace } from './model/evidence-trace';
export type { IReportDetails, IReportDocument } from './model/report-document';
export { nodeText } from './model/node-text';
export { readMarkdown } from './model/read-markdown';
export { sectionTexts } from './model/section-texts';
export {
  type ITextFaults,
  sourceFaults,
  textFaults
} from './model/text-faults';
export {
  type IReadReport,
  type IReportProblem,
  readReport
} from './read-report';
export { breather } from './text/breather';
export { base64Bytes, textToBase64, toBase64 } from './text/base64-bytes';
export { safeBaseName } from './text/safe-base-name';
export { BUILT_IN_TEMPLATES } from './templates/built-in-templates';
export { fillTemplate, type IFilledTemplate } from './templates/fill-template';
export { FrontMatterError } from './templates/front-matter';
export {
  type IReportTemplate,
  type ITemplateSection,
  readTemplate
} from './templates/read-template';
export type { ITemplatePart } from './templates/template-part';
export type { DocxValue } from './writers/docx/fill-docx-template';
export { writeDocx } from './writers/docx/write-docx';
export {
  htmlText,
  type IHtmlOptions,
  writeHtml
} from './writers/html/write-html';
export { writeMarkdown } from './writers/markdown/write-markdown';
export type { IWriteOptions } from './writers/write-options';
export {
  type IEvidenceRecord,
  type IRecordedEvidence,
  type IRecordedNumber,
  evidenceRecordText,
  writeEvidenceRecord
} from './check/evidence-record';
