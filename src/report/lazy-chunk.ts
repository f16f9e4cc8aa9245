/** What few reports need: a chunk of its own, loaded by who writes a PDF or a notebook, or checks a report. */
export { checkReport } from './check/check-report';
export { checkText } from './check/check-text';
export { readReportFile } from './check/read-report-file';
export { writeNotebook } from './writers/notebook/write-notebook';
export { writeTypst } from './writers/typst/write-typst';
