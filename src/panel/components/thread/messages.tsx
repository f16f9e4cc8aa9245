import { copyIcon, editIcon } from '@jupyterlab/ui-components';

import { visibleProse } from '../../render/visible-text';
import { focusComposer } from '../common/focus';
import { SentAttachments } from '../common/attachments';
import { Lazy } from '../common/lazy';
import { NextSteps } from '../common/next-steps';
import { Notice } from '../common/notice';
import { usePanel, usePanelState } from '../common/panel-context';
import { Markdown } from '../common/markdown';
import { Sentence } from '../common/sentence';
import type {
  IErrorItem,
  IFinalItem,
  IModelItem,
  INoticeItem,
  ITurnItem,
  IUserItem
} from '../../state/thread-items';
import { Button, IconButton } from '../common/button';
import { isBusy } from '../../state/panel-state';
import { withCellLabels } from '../../text/with-cell-labels';

export function UserMessage({
  id = null,
  text,
  path = '',
  attachments,
  sending = false
}: Pick<IUserItem, 'text' | 'attachments'> & {
  /** Its notebook; the one in front while the message is on its way. */
  path?: string;
  /** Id of the message once it has arrived. */
  id?: string | null;
  sending?: boolean;
}) {
  const { trans } = usePanel();
  return (
    <div
      className={'jp-Cellwright-user' + (sending ? ' jp-mod-sending' : '')}
      aria-busy={sending}
    >
      <span className="jp-Cellwright-hidden">{trans.__('You:')} </span>
      <Sentence text={text} path={path} />
      <SentAttachments attachments={attachments} />
      {id === null ? null : <Resend id={id} />}
    </div>
  );
}

/**
 * "Edit and resend": visible only on hover and focus, so that the thread stays
 * calm.
 */
function Resend({ id }: { id: string }) {
  const { store, trans } = usePanel();
  const possible = usePanelState(
    state => !isBusy(state) && !state.record?.damaged
  );
  return possible ? (
    <IconButton
      label={trans.__('Edit and resend')}
      icon={editIcon}
      className="jp-Cellwright-resend"
      onClick={event => {
        store.sending.resend(id);
        focusComposer(event.currentTarget);
      }}
    />
  ) : null;
}

export function ModelMessage({ item }: { item: IModelItem }) {
  return (
    <div className="jp-Cellwright-said" aria-busy={item.text === null}>
      <Markdown
        text={item.text}
        streamed={live => (live.messageId === item.id ? live.text : null)}
        path={item.path}
        numbers={item.numbers}
      />
    </div>
  );
}

/**
 * Whether a Markdown text begins with these words, so that they are not shown
 * twice.
 */
function beginsWith(text: string, words: string): boolean {
  const plain = (one: string) =>
    one.replace(/\]\([^)]*\)/g, '').replace(/[^\p{L}\p{N}]/gu, '');
  return plain(text).startsWith(plain(words));
}

/** A plain text in a line of Markdown that shows it as it is. */
function asMarkdown(text: string): string {
  return visibleProse(text)
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[!-/:-@[-`{-~]/g, sign => `&#${sign.charCodeAt(0)};`);
}

/** The answer, and suggestions for what could come next. */
export function FinalAnswer({ item }: { item: IFinalItem }) {
  const { answer, summary } = item;
  return (
    <div className="jp-Cellwright-said jp-mod-final">
      <Markdown
        text={
          summary && !beginsWith(answer, summary)
            ? `**${asMarkdown(summary)}**\n\n${answer}`
            : answer
        }
        path={item.path}
        numbers={item.numbers}
      />
      <CopyAnswer item={item} />
      <NextSteps items={item.nextItems} />
      <Lazy silent part="ReportChip" id={item.id} />
    </div>
  );
}

/** Visible on hover and focus, as "Edit and resend". */
function CopyAnswer({ item: { answer, path } }: { item: IFinalItem }) {
  const { store, trans } = usePanel();
  return (
    <IconButton
      label={trans.__('Copy the answer')}
      icon={copyIcon}
      className="jp-Cellwright-iconButton jp-Cellwright-copyAnswer"
      onClick={() =>
        store.copy(withCellLabels(answer, id => store.cellLabel(path, id)))
      }
    />
  );
}

export function RunNotice({
  item: { id, code, path, text }
}: {
  item: INoticeItem;
}) {
  const { store, trans } = usePanel();
  const isStuck = usePanelState(state => state.thread.restartable === id);
  const goesOn =
    useIsRetryable(id) && (code === 'limit' || code === 'interrupted');
  const words = {
    stopped: trans.__('Stopped.'),
    limit: trans.__('Paused after many steps. It can go on from here.'),
    interrupted: trans.__(
      'Interrupted: the page was closed while the model was writing. Nothing is lost.'
    )
  };
  return (
    <Notice
      actions={[
        code === 'plots-unseen' && {
          label: trans.__('Model settings'),
          stays: true,
          onPress: () => store.openModelForm()
        },
        isStuck && {
          label: trans.__('Restart kernel'),
          below: true,
          onPress: () => store.send({ type: 'restart-kernel' })
        },
        goesOn && {
          label: trans.__('Continue'),
          below: true,
          onPress: () => store.sending.retry()
        }
      ]}
    >
      {code in words ? (
        visibleProse(text) || words[code as keyof typeof words]
      ) : (
        <Sentence text={text} path={path} />
      )}
    </Notice>
  );
}

/** An error; only the newest one still has working buttons. */
export function ErrorMessage({ item: { id, error } }: { item: IErrorItem }) {
  const { store, trans } = usePanel();
  const live = useIsRetryable(id);
  return (
    <Notice
      className="jp-Cellwright-error"
      actions={
        live
          ? [
              error.retryable && {
                label: trans.__('Retry'),
                below: true,
                onPress: () => store.sending.retry()
              },
              error.summarise === true && {
                label: trans.__('Summarise and retry'),
                below: true,
                onPress: () => store.sending.retry(true)
              },
              error.chooseModel === true && {
                label: trans.__('Choose a model'),
                below: true,
                stays: true,
                onPress: () => store.openModelForm()
              }
            ]
          : []
      }
    >
      <strong>{visibleProse(error.title)}</strong> {visibleProse(error.text)}
    </Notice>
  );
}

/** Whether the run can go on from this error or notice. */
function useIsRetryable(id: string): boolean {
  return usePanelState(
    ({ thread }) => thread.retryable === id && thread.run === null
  );
}

/** The end of a turn that changed something, which can be undone once. */
export function UndoLink({ item }: { item: ITurnItem }) {
  const { store, trans } = usePanel();
  return (
    <div className="jp-Cellwright-turnEnd">
      {item.undone === null ? (
        <Button look="link" onClick={() => store.showUndo(item.runId)}>
          {trans.__('Undo this turn')}
        </Button>
      ) : (
        <Sentence text={item.undone} path={item.path} />
      )}
    </div>
  );
}
