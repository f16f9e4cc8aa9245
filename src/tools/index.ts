import type { ITool } from '../contract';
import { editCell } from './edit-cell';
import { finalAnswer } from './final-answer';
import { inspectVariables } from './inspect-variables';
import { jupyterCell } from './jupyter-cell';
import { listFiles } from './list-files';
import { markdown } from './markdown';
import { readFile } from './read-file';
import { readNotebook } from './read-notebook';

/** Every built-in tool, in the order models see them. */
export const TOOLS: ITool[] = [
  jupyterCell,
  editCell,
  markdown,
  readNotebook,
  inspectVariables,
  listFiles,
  readFile,
  finalAnswer
];

export { truncateText } from './truncate-text';
