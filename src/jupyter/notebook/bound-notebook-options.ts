import type {
  NotebookPanel,
  INotebookCellExecutor
} from '@jupyterlab/notebook';
import type { Contents } from '@jupyterlab/services';
import type { ITranslator } from '../../contract';
import type { IServerKernels } from '../kernel/server-kernels';

export interface IBoundNotebookOptions {
  panel: NotebookPanel;
  /** Another open view of the same document, for when the first is closed. */
  otherView(context: NotebookPanel['context']): NotebookPanel | undefined;
  contents: Contents.IManager;
  executor: INotebookCellExecutor;
  /** Whether the executor sends from this page, as JupyterLab's own does. */
  sendsFromPage?: boolean;
  /** Asked when a kernel does not answer. */
  server?: IServerKernels;
  trans: ITranslator;
}
