/** Reports: a chunk of its own, with everything that writes them. */
export { pageReports, type IPageReportsOptions } from './page-reports';
export { reportWorkflow, type IReportWorkflowOptions } from './report-workflow';
