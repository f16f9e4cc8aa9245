import {
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type SyntheticEvent
} from 'react';
import { useStore } from 'zustand';

import { isBusy } from '../../state/panel-state';
import { mentionOptionId, type CompletionItem } from '../../state/mention-at';
import { MORE } from '../../render/load-more';
import { CARD_ATTRIBUTE, useWatched } from '../../trust/is-persons-event';
import { claim } from '../common/focus';
import { Lazy } from '../common/lazy';
import { usePanel, usePanelState } from '../common/panel-context';
import { useFieldId } from '../common/use-field-id';

/** Most height to which the box grows by itself, in px. */
const MAX_HEIGHT = 200;

/** The message box, with the list of what `@` offers above it. */
export function ComposerInput() {
  const { store, trans } = usePanel();
  const { composing, sending } = store;
  const draft = usePanelState(state => state.draft);
  const busy = usePanelState(isBusy);
  const asking = usePanelState(state => state.thread.pending.length > 0);
  const more = useStore(MORE, state => state.more);
  /** What is typed answers it; null for none. */
  const question = usePanelState(state => more?.questionFor(state) ?? null);
  const isCard = usePanelState(
    state => state.thread.pending.length > 0 && question === null
  );
  const mention = usePanelState(state => state.mention);
  const input = useRef<HTMLTextAreaElement>(null);
  useWatched(input, question);
  const caret = useRef<number | null>(null);
  const listId = useFieldId();

  useLayoutEffect(() => {
    const node = input.current;
    if (!node) {
      return;
    }
    node.style.height = 'auto';
    node.style.height = `${Math.min(node.scrollHeight, MAX_HEIGHT)}px`;
    if (caret.current !== null) {
      node.setSelectionRange(caret.current, caret.current);
      caret.current = null;
    }
  }, [draft]);

  const take = (item?: CompletionItem) => {
    caret.current = composing.takeMention(item);
  };

  /** Takes files, but not the text that may come with them. */
  const takeFiles = (event: SyntheticEvent, { files }: DataTransfer) => {
    if (files.length > 0) {
      event.preventDefault();
      void composing.addFiles([...files]);
    }
  };

  /** @returns whether the list handled the key. */
  const walkMentions = (event: KeyboardEvent): boolean => {
    if (!mention || event.shiftKey || event.ctrlKey || event.metaKey) {
      return false;
    }
    switch (event.key) {
      case 'ArrowDown':
        composing.moveMention(1);
        return true;
      case 'ArrowUp':
        composing.moveMention(-1);
        return true;
      case 'Enter':
      case 'Tab':
        take();
        return true;
      case 'Escape':
        composing.dismissMention();
        return true;
      default:
        return false;
    }
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // During a composition, Enter and the arrow keys belong to it. Safari ends
    // the composition before the key event and leaves only the code 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) {
      return;
    }
    const node = event.currentTarget;
    const plain =
      !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
    const atStart = node.selectionStart === 0 && node.selectionEnd === 0;
    const { inputHistory, attachments, resending } = store.main.getState();
    if (walkMentions(event)) {
      claim(event);
    } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      if (event.repeat) {
        // A held key decides nothing and sends nothing.
      } else if (more?.answersOnEnter(store.main.getState())) {
        more.answerTyped(store, event.nativeEvent);
      } else {
        sending.send();
      }
    } else if (event.key === 'Escape' && resending !== null) {
      claim(event);
      sending.endResend();
    } else if (event.key === 'Escape') {
      if (busy && !asking) {
        event.preventDefault();
        store.stop();
      }
    } else if (event.key === 'Backspace' && plain && atStart) {
      const last = attachments[attachments.length - 1];
      if (last) {
        event.preventDefault();
        composing.detach(last);
      }
    } else if (event.key === 'ArrowUp' && plain) {
      const wanted = (draft === '' && atStart) || inputHistory !== null;
      if (wanted && composing.stepInHistory(-1)) {
        event.preventDefault();
      }
    } else if (event.key === 'ArrowDown' && plain) {
      if (inputHistory !== null && composing.stepInHistory(1)) {
        event.preventDefault();
      }
    }
  };

  return (
    <>
      {mention ? (
        <Lazy silent part="MentionList" id={listId} onTake={take} />
      ) : null}
      <textarea
        ref={input}
        {...(question === null ? {} : { [CARD_ATTRIBUTE]: question })}
        className="jp-Cellwright-composerInput"
        rows={2}
        aria-label={trans.__('Message Cellwright')}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={mention ? listId : undefined}
        aria-activedescendant={
          mention ? mentionOptionId(listId, mention.active) : undefined
        }
        placeholder={
          question !== null
            ? trans.__('Answer the question here, or on its card')
            : isCard
              ? trans.__('Say why not, or what comes after')
              : busy
                ? trans.__('Add a remark; it is delivered at the next step')
                : trans.__('Message Cellwright, @ to attach')
        }
        value={draft}
        onChange={({ target }) =>
          composing.setDraft(target.value, target.selectionEnd ?? undefined)
        }
        onKeyDown={onKeyDown}
        onPaste={event => takeFiles(event, event.clipboardData)}
        onDragOver={event => {
          if (event.dataTransfer.types.includes('Files')) {
            event.preventDefault();
          }
        }}
        onDrop={event => takeFiles(event, event.dataTransfer)}
        onBlur={() => composing.dismissMention()}
      />
    </>
  );
}
