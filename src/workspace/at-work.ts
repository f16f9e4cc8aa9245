/**
 * What is loaded with the first thing that is done: to show a notebook, none of
 * it is needed. One chunk: the name of each is in what JupyterLab loads first.
 */
export { deleteFile, writeText } from './file-writing';
export { editorGrammar } from './editor-grammars';
export { BrowserImages } from './images';
export { mention } from './mentions';
export { NotebookWork } from './notebook-work';
export { WorkerPatterns } from './patterns';
export { preselect } from './preselect';
export { VariableNames } from './variable-names';
