/**
 * What few reports need: a chunk of its own, loaded by who writes a PDF or a
 * notebook, fills in a Word document, or checks a report.
 */
export { checkReport } from './check/check-report';
export { checkText } from './check/check-text';
export { readReportFile } from './check/read-report-file';
export { readDocxTemplate } from './templates/read-docx-template';
export { fillDocxTemplate } from './writers/docx/fill-docx-template';
export { writeNotebook } from './writers/notebook/write-notebook';
export { writeTypst } from './writers/typst/write-typst';
