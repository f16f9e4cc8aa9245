import type { ITool } from '../contract';
import { askUser } from './ask-user';
import { checkResource } from './check-resource';
import { deleteCell } from './delete-cell';
import { editCell } from './edit-cell';
import { editFile } from './edit-file';
import { executeCommand } from './execute-command';
import { finalAnswer } from './final-answer';
import { inspectVariables } from './inspect-variables';
import { jupyterCell } from './jupyter-cell';
import { listFiles } from './list-files';
import { markdown } from './markdown';
import { moveCell } from './move-cell';
import { readFile } from './read-file';
import { readNotebook } from './read-notebook';
import { runCells } from './run-cells';
import { runScratch } from './run-scratch';
import { searchNotebookCells } from './search-notebook-cells';
import { searchWorkspace } from './search-workspace';
import { writeFile } from './write-file';

/** Every built-in tool, in the order models see them: the most used first. */
export const TOOLS: ITool[] = [
  jupyterCell,
  editCell,
  markdown,
  readNotebook,
  inspectVariables,
  listFiles,
  readFile,
  finalAnswer,
  runCells,
  runScratch,
  searchNotebookCells,
  searchWorkspace,
  checkResource,
  deleteCell,
  moveCell,
  writeFile,
  editFile,
  executeCommand,
  askUser
];

export { CellNames } from './cell-names';
export { inspectionCode } from './inspect-variables';
export { parseInspection } from './inspection';
export { truncateText } from './truncate-text';
