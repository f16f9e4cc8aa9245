/**
 * What few reports need, in a chunk of its own. It is loaded to write a PDF or
 * a notebook, to fill in a Word document, or to check a report.
 */
export { checkReport, checkText } from './check/check-report';
export { readReportFile } from './check/read-report-file';
export { readDocxTemplate } from './templates/read-docx-template';
export { fillDocxTemplate } from './writers/docx/fill-docx-template';
export { writeNotebook } from './writers/notebook/write-notebook';
export { writeTypst } from './writers/typst/write-typst';
