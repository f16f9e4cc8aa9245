import { caretDownIcon } from '@jupyterlab/ui-components';
import type { MouseEvent } from 'react';

import {
  type ICodeQuestion,
  type IReviewCard,
  type ITranslator,
  NEVER_ALWAYS,
  type UnclearChoice
} from '../../../contract';
import { type AllowScope, allowScopes } from '../../actions/allow-scope';
import { NO_ANSWER } from '../../actions/decisions';
import { effectSentence } from '../../text/effect-name';
import { DECIDES } from '../../trust/is-persons-event';
import { type IMenuItem, MenuButton } from '../common/menu-button';
import { usePanel, usePanelState } from '../common/panel-context';
import { decisionsOf } from '../../actions/decisions';
import { rulesOf } from '../../actions/rules';
import { Button } from '../common/button';
import { visibleName } from '../../render/visible-text';

interface ICardActions {
  card: IReviewCard;
  /** Whether a decision is on its way. */
  sent: boolean;
  edited: boolean;
  editing: boolean;
  onDecide(decision: () => boolean | Promise<boolean>): Promise<void>;
  onFocusCard(): void;
}

/** The decisions that a card offers; the first is always in the same place. */
export function CardActions(props: ICardActions) {
  const { card, sent, edited, editing, onFocusCard } = props;
  const store = usePanel();
  const { trans } = store.services;
  const { callId, allowedDecisions } = card;
  const asks = card.body.kind === 'question';
  const canEdit =
    card.editable !== undefined && allowedDecisions.includes('edit');
  return (
    <div className="jp-Cellwright-actions">
      {asks ? <Answer {...props} /> : <Approve {...props} />}
      {canEdit ? (
        <Button
          disabled={sent}
          aria-pressed={edited ? undefined : editing}
          onClick={event => {
            if (edited) {
              decisionsOf(store).discardEdit(callId);
              onFocusCard();
            } else if (editing) {
              focusEditor(event);
            } else {
              decisionsOf(store).beginEdit(callId);
            }
          }}
        >
          {edited ? trans.__('Discard edit') : trans.__('Edit')}
        </Button>
      ) : null}
      {allowedDecisions.includes('reject') ? <Reject {...props} /> : null}
    </div>
  );
}

function Approve({ card, sent, onDecide }: ICardActions) {
  const store = usePanel();
  const { trans } = store.services;
  const { callId } = card;
  const only = usePanelState(state => state.thread.pending.length === 1);
  const turnRule = usePanelState(state => state.thread.turnRule);
  usePanelState(state => state.preferencesRevision);
  const scopes = allowScopes(card, rulesOf(store).policy);
  const allow = card.codeQuestion?.allow;
  if (scopes.length === 0) {
    return null;
  }
  return (
    <span className="jp-Cellwright-approve">
      <Button
        {...DECIDES}
        look="primary"
        disabled={sent}
        aria-label={trans.__('Approve')}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        title={trans.__('Approve (Ctrl/Cmd+Enter)')}
        onClick={event => {
          const { nativeEvent } = event;
          void onDecide(() => decisionsOf(store).approve(callId, nativeEvent));
        }}
      >
        {trans.__('Approve')}
        <kbd className={only ? 'jp-mod-only' : ''} aria-hidden="true">
          {isMac() ? '⌘ ⏎' : trans.__('Ctrl ⏎')}
        </kbd>
      </Button>
      {scopes.length > 1 || allow ? (
        <MenuButton
          label={trans.__('Allow more than this step')}
          className="jp-Cellwright-button jp-mod-primary"
          disabled={sent}
          items={[
            ...scopes.map(scope => ({
              ...scopeWords(scope, card, trans),
              onSelect: ({ nativeEvent }: MouseEvent) =>
                void onDecide(() =>
                  decisionsOf(store).allow(callId, scope, nativeEvent)
                )
            })),
            allow
              ? {
                  label: codeRuleText(allow, trans),
                  hint: trans.__('Then this card is judged again'),
                  onSelect: ({ nativeEvent }) =>
                    void rulesOf(store).allowCode(allow, nativeEvent, callId)
                }
              : null,
            turnRule
              ? null
              : {
                  label: trans.__('Approve the rest of this turn'),
                  group: trans.__('Everything'),
                  onSelect: ({ nativeEvent }) =>
                    rulesOf(store).setTurnRule(true, nativeEvent, callId)
                }
          ]}
        >
          <caretDownIcon.react tag="span" />
        </MenuButton>
      ) : null}
    </span>
  );
}

function scopeWords(
  scope: AllowScope,
  { effect, server }: IReviewCard,
  trans: ITranslator
): Omit<IMenuItem, 'onSelect'> {
  const group = server
    ? trans.__('Only “%1” of “%2”', server.tool, server.server)
    : effectSentence(effect, trans);
  switch (scope) {
    case 'once':
      return { label: trans.__('Allow this once') };
    case 'turn':
      return { label: trans.__('Allow for this turn'), group };
    case 'page':
      return { label: trans.__('Allow until I close this page'), group };
    case 'notebook':
      return {
        label: trans.__('Allow for this notebook'),
        group,
        ...(NEVER_ALWAYS.has(effect) && {
          hint: trans.__('until you close this page')
        })
      };
    case 'always':
      return { label: trans.__('Allow always'), group };
  }
}

function codeRuleText(
  { kind, name }: NonNullable<ICodeQuestion['allow']>,
  trans: ITranslator
): string {
  return kind === 'package'
    ? trans.__('Allow %1 always', visibleName(name))
    : trans.__('Allow %1 code always', visibleName(name));
}

function Answer({ card, sent, onDecide }: ICardActions) {
  const store = usePanel();
  const decisions = decisionsOf(store);
  const { trans } = store.services;
  const { callId } = card;
  const { chosen, other } =
    usePanelState(state => state.answers[callId]) ?? NO_ANSWER;
  return (
    <Button
      {...DECIDES}
      look="primary"
      disabled={sent || (chosen.length === 0 && !other?.trim())}
      aria-keyshortcuts="Control+Enter Meta+Enter"
      title={trans.__('Answer (Ctrl/Cmd+Enter)')}
      onClick={event => {
        const { nativeEvent } = event;
        void onDecide(() => decisions.respond(callId, nativeEvent));
      }}
    >
      {trans.__('Answer')}
    </Button>
  );
}

function Reject({ card, sent, onDecide }: ICardActions) {
  const store = usePanel();
  const decisions = decisionsOf(store);
  const { trans } = store.services;
  const { callId, body } = card;
  return body.kind === 'question' ? (
    <Button
      disabled={sent}
      onClick={() => void onDecide(() => decisions.reject(callId, ''))}
    >
      {trans.__('Skip')}
    </Button>
  ) : (
    <Button
      disabled={sent}
      aria-keyshortcuts="Control+Shift+Backspace Meta+Shift+Backspace"
      title={trans.__('Reject (Ctrl/Cmd+Shift+Backspace)')}
      onClick={() => decisions.setReason(callId, '')}
    >
      {trans.__('Reject')}
    </Button>
  );
}

function focusEditor({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget
    .closest('.jp-Cellwright-card')
    ?.querySelector<HTMLElement>('.jp-Cellwright-code .cm-content')
    ?.focus();
}

function isMac(): boolean {
  return /mac/i.test(navigator.platform);
}

/** It is not known whether the call ran: the person says what happened. */
export function UnclearActions({
  card,
  sent,
  onDecide
}: {
  card: IReviewCard;
  sent: boolean;
  onDecide(decision: () => boolean): Promise<void>;
}) {
  const store = usePanel();
  const decisions = decisionsOf(store);
  const { trans } = store.services;
  const choices: [UnclearChoice, string, string][] = [
    [
      'run',
      trans.__('Run it'),
      trans.__('It runs now, perhaps for the second time.')
    ],
    [
      'done',
      trans.__('Treat it as done'),
      trans.__('Nothing runs; the agent goes on as if it had run.')
    ],
    [
      'skip',
      trans.__('Skip it'),
      trans.__('Nothing runs; the agent is told that it was skipped.')
    ]
  ];
  return (
    <div className="jp-Cellwright-actions jp-mod-wrap">
      {choices.map(([choice, label, title]) => (
        <Button
          key={choice}
          {...DECIDES}
          disabled={sent}
          title={title}
          onClick={event => {
            const { nativeEvent } = event;
            void onDecide(() =>
              decisions.settle(card.callId, choice, nativeEvent)
            );
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
