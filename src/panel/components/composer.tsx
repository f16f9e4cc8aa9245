import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';

import type { ITranslator, IWorkspaceStatus } from '../../contract';
import { ModelLine } from './model-line';
import { usePanel, usePanelState } from './panel-context';
import { TurnRuleStatus } from './turn-rule';

/** Tallest the box grows by itself, in px. */
const MAX_HEIGHT = 200;

/** Where the person writes: what it is bound to, what is queued, the model. */
export function Composer() {
  const store = usePanel();
  const { trans, workspace } = store.services;
  const draft = usePanelState(state => state.draft);
  const busy = usePanelState(
    ({ thread, outgoing }) => thread.run !== null || outgoing.length > 0
  );
  const asking = usePanelState(state => state.thread.pending.length > 0);
  usePanelState(state => state.workspaceRevision);
  const input = useRef<HTMLTextAreaElement>(null);
  const canStart = workspace.status.notebook !== null;

  useLayoutEffect(() => {
    const node = input.current;
    if (node) {
      node.style.height = 'auto';
      node.style.height = `${Math.min(node.scrollHeight, MAX_HEIGHT)}px`;
    }
  }, [draft]);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While a composition is open, Enter and the arrows belong to it. Safari
    // ends it before the key and leaves only the code 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) {
      return;
    }
    const node = event.currentTarget;
    const plain =
      !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      store.sendDraft();
    } else if (event.key === 'Escape') {
      if (busy && !asking) {
        event.preventDefault();
        store.stop();
      }
    } else if (event.key === 'ArrowUp' && plain) {
      const atStart = node.selectionStart === 0 && node.selectionEnd === 0;
      const walking = store.main.getState().recall !== null;
      if (((draft === '' && atStart) || walking) && store.recall(-1)) {
        event.preventDefault();
      }
    } else if (event.key === 'ArrowDown' && plain) {
      if (store.main.getState().recall !== null && store.recall(1)) {
        event.preventDefault();
      }
    }
  };

  return (
    <div className="jp-Cellwright-composer">
      <Binding />
      <TurnRuleStatus />
      <Queue />
      <textarea
        ref={input}
        className="jp-Cellwright-composerInput"
        rows={2}
        aria-label={trans.__('Message Cellwright')}
        placeholder={
          busy
            ? trans.__('Add a remark; it is delivered at the next step')
            : trans.__('Message Cellwright')
        }
        value={draft}
        onChange={event => store.setDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="jp-Cellwright-meta">
        <ModelLine />
        {busy ? (
          <button
            type="button"
            className="jp-Cellwright-button jp-mod-small"
            title={trans.__('Stop (Esc)')}
            aria-label={trans.__('Stop')}
            onClick={() => store.stop()}
          >
            <span aria-hidden="true">■ </span>
            {trans.__('Stop')}
          </button>
        ) : (
          <button
            type="button"
            className="jp-Cellwright-button jp-mod-primary jp-mod-small"
            disabled={!canStart || draft.trim() === ''}
            title={
              canStart
                ? trans.__('Send (Enter)')
                : trans.__('Open a notebook first.')
            }
            onClick={() => store.sendDraft()}
          >
            {trans.__('Send')}
          </button>
        )}
      </div>
    </div>
  );
}

/** The notebook and kernel of the run, or of the next one. */
function Binding() {
  const store = usePanel();
  const { trans, workspace } = store.services;
  const run = usePanelState(state => state.thread.run);
  usePanelState(state => state.workspaceRevision);
  const { status } = workspace;
  const elsewhere = run !== null && run.notebook.path !== status.notebook?.path;
  const text = elsewhere
    ? [run.notebook.name, run.notebook.kernel, trans.__('this run')]
        .filter(Boolean)
        .join(' · ')
    : bindingText(status, trans);
  const tone = elsewhere ? 'ready' : bindingTone(status);
  const cut = text.includes(' · ') ? text.lastIndexOf(' · ') : text.length;
  return (
    <div className="jp-Cellwright-binding" title={text}>
      <span className={`jp-Cellwright-dot jp-mod-${tone}`} aria-hidden="true" />
      <span className="jp-Cellwright-bindingText">{text.slice(0, cut)}</span>
      {/* The state is what changes: a long name must not push it out. */}
      <span className="jp-Cellwright-bindingState">{text.slice(cut)}</span>
    </div>
  );
}

/** "penguins.ipynb · Python 3 (ipykernel) · idle", or what is missing. */
export function bindingText(
  { notebook, kernel }: IWorkspaceStatus,
  trans: ITranslator
): string {
  if (!notebook) {
    return trans.__('No notebook is open. Open one to begin.');
  }
  const name = notebook.name;
  const state = kernelText(kernel.status, trans);
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

function bindingTone({ notebook, kernel }: IWorkspaceStatus): string {
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

/** Messages that wait for the next step. */
function Queue() {
  const store = usePanel();
  const { trans } = store.services;
  const queued = usePanelState(state => state.thread.queued);
  if (queued.length === 0) {
    return null;
  }
  return (
    <ul
      className="jp-Cellwright-queue"
      aria-label={trans.__('Queued messages')}
    >
      {queued.map(({ messageId, text }) => (
        <li key={messageId} className="jp-Cellwright-notice">
          <span className="jp-Cellwright-queueText" title={text}>
            {trans.__('Queued: “%1”', text)}
          </span>{' '}
          <button
            type="button"
            className="jp-Cellwright-link"
            aria-label={trans.__('Edit the queued message')}
            onClick={event => {
              store.editQueued(messageId);
              event.currentTarget
                .closest('.jp-Cellwright-composer')
                ?.querySelector<HTMLElement>('.jp-Cellwright-composerInput')
                ?.focus();
            }}
          >
            {trans.__('edit')}
          </button>{' '}
          <button
            type="button"
            className="jp-Cellwright-link"
            aria-label={trans.__('Remove the queued message')}
            onClick={() => store.removeQueued(messageId)}
          >
            {trans.__('remove')}
          </button>
        </li>
      ))}
    </ul>
  );
}
