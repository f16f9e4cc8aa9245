/**
 * Everything that is only needed once something is done, not to show a
 * notebook. It is one chunk, because JupyterLab's first load carries the name
 * of every chunk.
 */
export { deleteFile, writeText } from './files/write-text';
export { readBytes, wholeBase64 } from './files/read-bytes';
export { reloadDocument, saveDocument } from './files/save-document';
export { editorGrammar } from './grammars/editor-grammar';
export { BrowserImages } from './files/browser-images';
export { PageReportSite } from './files/page-report-site';
export { findMentions, findVariables } from './suggestions/find-mentions';
export { CellRunner } from './kernel/cell-runner';
export { Inspector } from './kernel/inspect-kernel';
export { NotebookEdits } from './notebook/notebook-edits';
export { PdfDocuments } from './files/pdf-documents';
export { WorkerPatterns } from './files/worker-patterns';
export { VariableNames } from './suggestions/variable-names';
