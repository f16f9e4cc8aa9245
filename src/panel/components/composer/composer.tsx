import { caretDownIcon, runIcon, stopIcon } from '@jupyterlab/ui-components';

import type { CSSProperties } from 'react';

import type { AgentMode, ITranslator } from '../../../contract';
import { AttachButton, DraftAttachments } from '../common/attachments';
import { ComposerInput } from './composer-input';
import { ElsewhereLine, MessageNotices, StatusLine } from './status-line';
import { Lazy } from '../common/lazy';
import { Notice } from '../common/notice';
import { Button, IconButton } from '../common/button';
import { Select } from '../common/field';
import { usePanel, usePanelNow, usePanelState } from '../common/panel-context';
import { isBusy } from '../../state/panel-state';
import { visibleText } from '../../render/visible-text';
import type { ISettledState } from '../../state/thread-view-state';

/**
 * Where the person writes, with what is going on, queued messages and the
 * model.
 */
export function Composer() {
  const { store, trans } = usePanelNow();
  const empty = usePanelState(state => state.draft.trim() === '');
  const busy = usePanelState(isBusy);
  const target = usePanelState(state => state.target);
  const toFill = usePanelState(state => state.toFill);
  const waits = usePanelState(
    ({ thread, held }) => thread.queued.length + held.length > 0
  );
  const asks = usePanelState(state => state.thread.pending.length > 0);
  const ruled = usePanelState(state => state.thread.turnRule !== null);
  const asked = usePanelState(state => state.undisclosed !== null);
  const isElsewhere = usePanelState(({ thread }) => thread.isElsewhere);
  const problem = store.sending.problemOf(target);
  const damaged = usePanelState(state => state.record?.damaged);
  if (damaged !== undefined) {
    return (
      <div className="jp-Cellwright-composer">
        <Notice
          role="status"
          actions={[
            {
              label: trans.__('New conversation'),
              stays: true,
              onPress: () => store.newConversation()
            }
          ]}
        >
          {trans.__('This conversation can be read, but not continued.')}{' '}
          {visibleText(damaged)}
        </Notice>
      </div>
    );
  }
  return (
    <div className="jp-Cellwright-composer">
      {asked ? <Lazy silent part="Disclosure" /> : null}
      {isElsewhere ? (
        <Notice className="jp-Cellwright-driver">
          {trans.__('Another tab is working on this conversation.')}
        </Notice>
      ) : null}
      <StatusLine />
      <ElsewhereLine />
      {ruled ? <Lazy part="TurnRuleStatus" /> : null}
      {waits ? <Lazy silent part="Queue" /> : null}
      <MessageNotices />
      {toFill ? <Lazy silent part="FillInForm" what={toFill} /> : null}
      <DraftAttachments />
      <ComposerInput />
      {asks && !empty ? <Lazy silent part="TypedActions" /> : null}
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
              disabled={problem !== null || empty}
              title={problem ?? trans.__('Send (Enter)')}
              onClick={() => store.sending.send()}
            />
          )}
        </span>
      </div>
    </div>
  );
}

/** Selects whether the next message may change anything. */
function ModeSelect() {
  const { store, trans } = usePanel();
  const { main } = store;
  const mode = usePanelState(state => state.mode);
  return (
    <Select
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
      options={[
        { value: 'agent', label: trans.__('Agent') },
        { value: 'ask', label: trans.__('Ask') },
        { value: 'plan', label: trans.__('Plan') }
      ]}
      onChange={value => main.setState({ mode: value as AgentMode })}
    />
  );
}

/** The current model, and the button to its settings. */
function ModelLine() {
  const { store, trans, models } = usePanelNow();
  const open = usePanelState(state => state.modelForm);
  const name = models.isDemo
    ? trans.__('Demo (scripted, not an AI)')
    : models.label;
  return (
    <Button
      className="jp-Cellwright-modelName"
      aria-expanded={open}
      aria-label={trans.__('Model: %1', name)}
      title={trans.__('Choose another model')}
      onClick={() => (open ? store.closeModelForm() : store.openModelForm())}
    >
      <span>{name}</span>
      <caretDownIcon.react tag="span" />
    </Button>
  );
}

/** How full the model's context is, and the cost if it is known. */
function TokenUsage() {
  const { trans, models } = usePanelNow();
  const usage = usePanelState(state => state.thread.usage);
  const run = usePanelState(state => state.thread.run);
  // The context size of the current model, which may differ from the one that
  // the run began with. For the demo model it is taken from the run, because
  // its provider is not loaded just for this.
  const context =
    models.abilities.contextWindow ??
    (run?.model.label === models.label ? run.model.contextWindow : null);
  // Null if its size is not known.
  const filled =
    context &&
    Math.min(100, Math.round((100 * (usage.input + usage.output)) / context));
  const words = usageText(usage, filled, trans);
  return (
    <span
      className="jp-Cellwright-usage"
      role="img"
      aria-label={words}
      title={words}
    >
      {filled === null ? null : (
        <>
          <span
            className="jp-Cellwright-ring"
            style={{ '--filled': `${filled}%` } as CSSProperties}
          />
          {trans.__('%1 %', filled)}
        </>
      )}
      {usage.cost === null ? null : (
        <span className="jp-Cellwright-cost">{costText(usage.cost)}</span>
      )}
    </span>
  );
}

/**
 * "12,000 tokens in this thread; 12 % of the context", and anything else known.
 */
function usageText(
  usage: ISettledState['usage'],
  filled: number | null,
  trans: ITranslator
): string {
  const { total, cached, cost, estimated } = usage;
  return [
    estimated
      ? trans.__('about %1 tokens in this conversation', total.toLocaleString())
      : trans.__('%1 tokens in this conversation', total.toLocaleString()),
    filled === null
      ? trans.__('the size of the context is not known')
      : trans.__('%1 % of the context', filled),
    cached > 0 &&
      trans.__('%1 of them from the provider’s cache', cached.toLocaleString()),
    cost !== null && trans.__('cost so far: %1', costText(cost))
  ]
    .filter(Boolean)
    .join('; ');
}

/** A sum in the person's number format: two decimals, or up to four below 1. */
function costText(cost: number): string {
  return cost.toLocaleString(undefined, {
    minimumFractionDigits: 2,
    maximumFractionDigits: cost < 1 ? 4 : 2
  });
}
