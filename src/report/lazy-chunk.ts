/** What few reports need: a chunk of its own, loaded by who prints or checks one. */
export { checkReport } from './check/check-report';
export { checkText } from './check/check-text';
export { readReportFile } from './check/read-report-file';
export { writeTypst } from './writers/typst/write-typst';
