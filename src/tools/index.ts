import type { ITool } from '../contract';
import { askUser } from './conversation/ask-user';
import { checkResource } from './files/check-resource';
import { deleteCell } from './cells/delete-cell';
import { editCell } from './cells/edit-cell';
import { editFile } from './files/edit-file';
import { executeCommand } from './commands/execute-command';
import { finalAnswer } from './conversation/final-answer';
import { inspectVariables } from './kernel/inspect-variables';
import { jupyterCell } from './cells/jupyter-cell';
import { listFiles } from './files/list-files';
import { loadSkill } from './conversation/load-skill';
import { markdown } from './shared/cells/markdown';
import { moveCell } from './cells/move-cell';
import { readDocument } from './conversation/read-document';
import { readFile } from './files/read-file';
import { readNotebook } from './cells/read-notebook';
import { restartKernel } from './kernel/restart-kernel';
import { runCells } from './cells/run-cells';
import { runScratch } from './kernel/run-scratch';
import { searchNotebookCells } from './cells/search-notebook-cells';
import { searchWorkspace } from './files/search-workspace';
import { writeFile } from './files/write-file';
import { writeReport } from './conversation/write-report';

/** All built-in tools, in the order models see them: the most used first. */
export const TOOLS: ITool[] = [
  jupyterCell,
  editCell,
  markdown,
  readNotebook,
  inspectVariables,
  listFiles,
  readFile,
  finalAnswer,
  loadSkill,
  readDocument,
  runCells,
  restartKernel,
  runScratch,
  searchNotebookCells,
  searchWorkspace,
  checkResource,
  deleteCell,
  moveCell,
  writeFile,
  editFile,
  executeCommand,
  writeReport,
  askUser
];

export { stepAnswer } from './conversation/final-answer';
export {
  workspaceFailure,
  workspaceProblem
} from './shared/files/workspace-failure';
export { forCall } from './shared/files/paths';
export { fileHead } from './files/read-file';
export { ELSEWHERE, elsewhereFacts } from './shared/files/kernel-place';
export { CellNames } from './shared/cells/cell-names';
export { inspectionCode } from './kernel/inspect-variables';
export { parseInspection } from './shared/inspection/inspection';
export { errorClass } from './shared/text/error-class';
export { outlineCells } from './cells/read-notebook';
export { namesInCode } from './code/names-in-code';
export { withoutFence } from './shared/text/strip-fence';
export { outputText } from './shared/text/output-text';
