import type { ITranslator, IWorkspaceStatus } from '../../../contract';
import { usePanel, usePanelState } from '../common/panel-context';

/** The notebook and kernel of this run, or of the next one. */
export function NotebookLine() {
  const store = usePanel();
  const { trans, workspace } = store.services;
  const run = usePanelState(state => state.thread.run);
  const target = usePanelState(state => state.target);
  usePanelState(state => state.workspaceRevision);
  const { status } = workspace;
  const front = status.notebook?.path;
  const elsewhere =
    run !== null && run.notebook.path !== front
      ? [run.notebook.name, run.notebook.kernel, trans.__('this run')]
      : target !== null && target !== front
        ? [target.slice(target.lastIndexOf('/') + 1), trans.__('this message')]
        : null;
  const text = elsewhere
    ? elsewhere.filter(Boolean).join(' · ')
    : lineText(status, trans);
  const tone = elsewhere ? 'ready' : lineTone(status);
  const cut = text.includes(' · ') ? text.lastIndexOf(' · ') : text.length;
  return (
    <div className="jp-Cellwright-notebookLine" title={text}>
      <span className={`jp-Cellwright-dot jp-mod-${tone}`} aria-hidden="true" />
      <span className="jp-Cellwright-notebookLineText">
        {text.slice(0, cut)}
      </span>
      {/* The state is the part that changes: a long name must not push it out
          of view. */}
      <span className="jp-Cellwright-notebookLineState">{text.slice(cut)}</span>
    </div>
  );
}

/** "penguins.ipynb · Python 3 (ipykernel) · idle", or what is missing. */
function lineText(
  { notebook, kernel }: IWorkspaceStatus,
  trans: ITranslator
): string {
  if (!notebook) {
    return trans.__('No notebook is open. Open one to begin.');
  }
  const name = notebook.name;
  // JupyterLab calls it initializing also while nobody has chosen a kernel.
  const isMissing =
    kernel.status === 'starting' &&
    kernel.id === undefined &&
    kernel.displayName === '';
  const state = kernelText(isMissing ? 'none' : kernel.status, trans);
  const parts = kernel.displayName
    ? [name, kernel.displayName, state]
    : [name, state];
  if (notebook.readOnly) {
    parts.push(trans.__('read-only'));
  }
  return parts.join(' · ');
}

function kernelText(
  status: IWorkspaceStatus['kernel']['status'],
  trans: ITranslator
): string {
  switch (status) {
    case 'none':
      return trans.__('no kernel is running');
    case 'starting':
      return trans.__('the kernel is starting');
    case 'idle':
      return trans.__('idle');
    case 'busy':
      return trans.__('running');
    case 'restarting':
      return trans.__('the kernel is restarting');
    case 'dead':
      return trans.__('the kernel has died');
    case 'disconnected':
      return trans.__('the kernel is not connected');
  }
}

function lineTone({ notebook, kernel }: IWorkspaceStatus): string {
  if (!notebook) {
    return 'missing';
  }
  switch (kernel.status) {
    case 'idle':
      return 'ready';
    case 'none':
    case 'dead':
    case 'disconnected':
      return 'missing';
    default:
      return 'busy';
  }
}
