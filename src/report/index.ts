/**
 * Reports: evidence from a notebook, the document, and the forms it is written
 * in. A chunk of its own, loaded when a report is written; `lazy-chunk` has the
 * rest.
 */
import './model/report-nodes';

export { assignIds, pieceFinder } from './evidence/find-piece';
export { gatherEvidence } from './evidence/gather-evidence';
export { fileContent } from './evidence/file-content';
export { evidenceValues } from './numbers/evidence-values';
export { type ITracedReport, traceNumbers } from './numbers/trace-numbers';
export {
  documentWords,
  inLanguage,
  withLocalTables
} from './model/document-language';
export type { IReportDocument } from './model/report-document';
export { nodeText } from './model/tree';
export { readMarkdown } from './model/read-markdown';
export { sectionTexts, sourceFaults, textFaults } from './model/section-texts';
export { insertNumbers, type IReportProblem, readReport } from './read-report';
export { breather } from './text/breather';
export { base64Bytes, textToBase64 } from './text/base64-bytes';
export { safeBaseName } from './text/safe-address';
export { BUILT_IN_TEMPLATES } from './templates/built-in-templates';
export {
  fillTemplate,
  type IReportTemplate,
  readTemplate
} from './templates/read-template';
export type { DocxValue } from './writers/docx/fill-docx-template';
export { writeDocx } from './writers/docx/write-docx';
export { htmlText, writeHtml } from './writers/html/write-html';
export { writeMarkdown } from './writers/markdown/write-markdown';
export { estimatedPages, pdfPages } from './writers/page-count';
export type { IWriteOptions } from './writers/rasters';
export {
  evidenceRecordText,
  writeEvidenceRecord
} from './check/evidence-record';
