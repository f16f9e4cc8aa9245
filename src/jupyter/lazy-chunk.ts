/**
 * What is loaded with the first thing that is done: to show a notebook, none of
 * it is needed. One chunk: the name of each is in what JupyterLab loads first.
 */
export { bytesVersion, deleteFile, writeText } from './files/write-text';
export { editorGrammar } from './suggestions/editor-grammar';
export { BrowserImages } from './files/browser-images';
export { PageReportSite } from './files/page-report-site';
export { mention } from './suggestions/mention';
export { NotebookOperations } from './notebook/notebook-operations';
export { PdfDocuments } from './files/pdf-documents';
export { WorkerPatterns } from './files/worker-patterns';
export { preselect } from './files/preselect';
export { VariableNames } from './suggestions/variable-names';
