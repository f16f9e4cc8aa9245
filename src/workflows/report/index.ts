/** Reports: a chunk of its own, with all that writes them. */
export { pageReports } from './page-reports';
export { reportWorkflow } from './report-workflow';
