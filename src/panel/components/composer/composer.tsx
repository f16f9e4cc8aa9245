import { caretDownIcon, runIcon, stopIcon } from '@jupyterlab/ui-components';

import { AttachButton, DraftAttachments } from '../common/attachments';
import { ComposerInput } from './composer-input';
import {
  DamagedLine,
  ElsewhereLine,
  ResendLine,
  SummaryLine
} from '../thread/conversation-lines';
import { TokenUsage } from './token-usage';
import { Lazy } from '../common/lazy';
import { Notice } from '../common/notice';
import { StatusLine } from './status-line';
import { IconButton } from '../common/button';
import { usePanel, usePanelState } from '../common/panel-context';
import { isBusy } from '../../state/is-busy';
import type { AgentMode } from '../../../contract';

/**
 * Where the person writes, with what is going on, queued messages and the
 * model.
 */
export function Composer() {
  const store = usePanel();
  const { trans, workspace } = store.services;
  const empty = usePanelState(state => state.draft.trim() === '');
  const busy = usePanelState(isBusy);
  const target = usePanelState(state => state.target);
  const toFill = usePanelState(state => state.toFill);
  const waits = usePanelState(
    ({ thread, held }) => thread.queued.length + held.length > 0
  );
  const asks = usePanelState(state => state.thread.pending.length > 0);
  const ruled = usePanelState(state => state.thread.turnRule);
  const asked = usePanelState(state => state.undisclosed !== null);
  const isElsewhere = usePanelState(({ thread }) => thread.isElsewhere);
  usePanelState(state => state.workspaceRevision);
  const canStart = workspace.status.notebook !== null || target !== null;
  const damaged = usePanelState(state => state.record?.damaged);
  if (damaged !== undefined) {
    return (
      <div className="jp-Cellwright-composer">
        <DamagedLine why={damaged} />
      </div>
    );
  }
  return (
    <div className="jp-Cellwright-composer">
      {asked ? <Lazy silent draw={({ Disclosure }) => <Disclosure />} /> : null}
      {isElsewhere ? (
        <Notice className="jp-Cellwright-driver">
          {trans.__('Another tab is working on this conversation.')}
        </Notice>
      ) : null}
      <StatusLine />
      <ElsewhereLine />
      {ruled ? (
        <Lazy draw={({ TurnRuleStatus }) => <TurnRuleStatus />} />
      ) : null}
      {waits ? <Lazy silent draw={({ Queue }) => <Queue />} /> : null}
      <SummaryLine />
      <ResendLine />
      {toFill ? (
        <Lazy silent draw={({ FillInForm }) => <FillInForm what={toFill} />} />
      ) : null}
      <DraftAttachments />
      <ComposerInput busy={busy} />
      {asks && !empty ? (
        <Lazy silent draw={({ TypedActions }) => <TypedActions />} />
      ) : null}
      <div className="jp-Cellwright-meta">
        <ModeSelect />
        <ModelLine />
        <AttachButton />
        <span className="jp-Cellwright-metaEnd">
          <TokenUsage />
          {busy ? (
            <IconButton
              label={trans.__('Stop')}
              icon={stopIcon}
              className="jp-Cellwright-button jp-mod-small"
              title={trans.__('Stop (Esc)')}
              onClick={() => store.stop()}
            />
          ) : (
            <IconButton
              label={trans.__('Send')}
              icon={runIcon}
              className="jp-Cellwright-button jp-mod-primary jp-mod-small"
              disabled={!canStart || empty || asked}
              title={
                canStart
                  ? trans.__('Send (Enter)')
                  : trans.__('Open a notebook first.')
              }
              onClick={() => store.composing.send()}
            />
          )}
        </span>
      </div>
    </div>
  );
}

/** Selects whether the next message may change anything. */
function ModeSelect() {
  const { composing, services } = usePanel();
  const { trans } = services;
  const mode = usePanelState(state => state.mode);
  return (
    <select
      className="jp-Cellwright-mode"
      aria-label={trans.__('Mode')}
      title={
        mode === 'ask'
          ? trans.__('Ask: it reads and answers, and changes nothing.')
          : mode === 'plan'
            ? trans.__(
                'Plan: it shows a plan first, then works through it step by step.'
              )
            : trans.__('Agent: it proposes cells, files and commands.')
      }
      value={mode}
      onChange={event => composing.setMode(event.target.value as AgentMode)}
    >
      <option value="agent">{trans.__('Agent')}</option>
      <option value="ask">{trans.__('Ask')}</option>
      <option value="plan">{trans.__('Plan')}</option>
    </select>
  );
}

/** The current model, and the button to its settings. */
function ModelLine() {
  const store = usePanel();
  const { trans, models } = store.services;
  usePanelState(state => state.modelRevision);
  const run = usePanelState(state => state.thread.run);
  const open = usePanelState(state => state.modelForm);
  const retrying = usePanelState(state => state.thread.retry !== null);
  const waiting = usePanelState(state => state.thread.pending.length > 0);
  const state = retrying
    ? trans.__('trying again')
    : waiting
      ? trans.__('waiting for your decision')
      : run
        ? trans.__('working')
        : trans.__('ready');
  const name = models.isDemo
    ? trans.__('Demo (scripted, not an AI)')
    : models.label;
  return (
    <>
      <button
        type="button"
        className="jp-Cellwright-modelName"
        aria-expanded={open}
        aria-label={trans.__('Model: %1', name)}
        title={trans.__('%1: %2. Choose another model', name, state)}
        onClick={() => (open ? store.closeModelForm() : store.openModelForm())}
      >
        <span>{name}</span>
        <caretDownIcon.react tag="span" />
      </button>
      {retrying ? (
        <span className="jp-Cellwright-modelState">{state}</span>
      ) : null}
    </>
  );
}
