import { useStore } from 'zustand';

import type { ITranslator, IWorkspaceStatus } from '../../../contract';
import { Glyph } from '../common/glyph';
import { usePanel, usePanelNow, usePanelState } from '../common/panel-context';
import { isBusy } from '../../state/panel-state';
import { visibleName, visibleText } from '../../render/visible-text';
import { Notice } from '../common/notice';
import { Button } from '../common/button';
import { fileName } from '../../../contract/text/path-from-root';

/** What is going on, and in which notebook, on one line that never moves. */
export function StatusLine() {
  const { store } = usePanelNow();
  usePanelState(state => state.thread);
  usePanelState(isBusy);
  const doing = useStore(store.live, () => store.status());
  const waits = usePanelState(state => state.thread.pending.length > 0);
  return (
    <div className="jp-Cellwright-statusLine">
      {doing === null ? null : (
        // Not read out: the live region says the same, but less often.
        <span className="jp-Cellwright-status" aria-hidden="true" title={doing}>
          <Glyph name={waits ? 'waiting' : 'running'} />
          <span>{doing}</span>
        </span>
      )}
      <NotebookInUse isBeside={doing !== null} />
      {doing === null ? null : <FollowButton />}
    </div>
  );
}

/**
 * The notebook and kernel of this run, or of the next one: "penguins.ipynb ·
 * Python 3 (ipykernel) · idle".
 *
 * @param isBeside whether there is only room for what is not as usual.
 */
function NotebookInUse({ isBeside }: { isBeside: boolean }) {
  const { trans, workspace } = usePanel();
  const run = usePanelState(state => state.thread.run);
  const target = usePanelState(state => state.target);
  const { status } = workspace;
  const front = status.notebook?.path;
  const elsewhere =
    run !== null && run.notebook.path !== front
      ? [run.notebook.name, run.notebook.kernel, trans.__('this run')]
      : target !== null && target !== front
        ? [fileName(target), trans.__('this message')]
        : null;
  const parts = elsewhere?.filter(Boolean) ?? notebookParts(status, trans);
  const tone = elsewhere ? 'ready' : toneOf(status);
  const [name] = parts;
  const state = parts.length > 1 ? ` · ${parts.at(-1)}` : '';
  const isUsual = elsewhere === null && tone !== 'missing';
  return (
    <span className="jp-Cellwright-notebookLine" title={parts.join(' · ')}>
      {isBeside && tone === 'ready' ? null : (
        <span
          className={`jp-Cellwright-dot jp-mod-${tone}`}
          aria-hidden="true"
        />
      )}
      <span className="jp-Cellwright-notebookLineText">
        {isBeside ? name : parts.slice(0, -1).join(' · ') || name}
      </span>
      {/* The part that changes: a long name must not push it out of view. */}
      {isBeside && isUsual ? null : (
        <span className="jp-Cellwright-notebookLineState">{state}</span>
      )}
    </span>
  );
}

/** Name, kernel and its state, or what is missing. */
function notebookParts(
  { notebook, kernel }: IWorkspaceStatus,
  trans: ITranslator
): string[] {
  if (!notebook) {
    return [trans.__('No notebook is open. Open one to begin.')];
  }
  // JupyterLab calls it initializing also while nobody has chosen a kernel.
  const isMissing =
    kernel.status === 'starting' &&
    kernel.id === undefined &&
    kernel.displayName === '';
  return [
    notebook.name,
    kernel.displayName,
    kernelText(isMissing ? 'none' : kernel.status, trans),
    notebook.readOnly ? trans.__('read-only') : ''
  ].filter(Boolean);
}

function kernelText(
  status: IWorkspaceStatus['kernel']['status'],
  trans: ITranslator
): string {
  return {
    none: trans.__('no kernel is running'),
    starting: trans.__('the kernel is starting'),
    idle: trans.__('idle'),
    busy: trans.__('running'),
    restarting: trans.__('the kernel is restarting'),
    dead: trans.__('the kernel has died'),
    disconnected: trans.__('the kernel is not connected')
  }[status];
}

function toneOf({ notebook, kernel }: IWorkspaceStatus): string {
  return !notebook || ['none', 'dead', 'disconnected'].includes(kernel.status)
    ? 'missing'
    : kernel.status === 'idle'
      ? 'ready'
      : 'busy';
}

function FollowButton() {
  const { store, trans } = usePanel();
  const { follow } = store;
  const isOn = useStore(follow.state, state => state.following === 'on');
  return (
    <Button
      className="jp-Cellwright-follow"
      aria-pressed={isOn}
      title={
        isOn
          ? trans.__('The notebook scrolls to the cell at work. Press to stop.')
          : trans.__('The notebook stays where it is. Press to follow.')
      }
      onClick={() => follow.toggle()}
    >
      {trans.__('Following')}
    </Button>
  );
}

/** What the next message does besides, and how that is left. */
export function MessageNotices() {
  const { store, trans } = usePanel();
  const continues = usePanelState(state => state.continues);
  const resending = usePanelState(state => state.resending !== null);
  return (
    <>
      {continues ? (
        <Notice
          actions={[
            {
              label: trans.__('Leave the summary out'),
              onPress: () => store.main.setState({ continues: null })
            }
          ]}
        >
          {trans.__(
            'Begins with a summary of “%1”.',
            visibleText(continues.title)
          )}
        </Notice>
      ) : null}
      {resending ? (
        <Notice
          actions={[
            {
              label: trans.__('Leave it as it was'),
              onPress: () => store.sending.endResend()
            }
          ]}
        >
          {trans.__(
            'This replaces an earlier message. What came after it stays in the earlier version.'
          )}
        </Notice>
      ) : null}
    </>
  );
}

/**
 * A link to the conversation of the notebook in front, if another one is shown.
 */
export function ElsewhereLine() {
  const { store, trans } = usePanel();
  const path = usePanelState(() => store.conversations.elsewhere);
  if (path === null) {
    return null;
  }
  return (
    <div className="jp-Cellwright-elsewhereLine">
      <Button look="link" onClick={() => void store.conversations.goTo(path)}>
        {trans.__('Conversation of %1', visibleName(fileName(path)))}
      </Button>
    </div>
  );
}
