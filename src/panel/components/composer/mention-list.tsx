import { useEffect, useRef } from 'react';

import { mentionOptionId, type CompletionItem } from '../../state/mention-at';
import { visibleText } from '../../render/visible-text';
import { usePanel, usePanelState } from '../common/panel-context';

/** What `@` offers, and `/`. Focus stays in the message; the arrows walk from there. */
export function MentionList({
  id,
  onTake
}: {
  id: string;
  onTake(item: CompletionItem): void;
}) {
  const { trans } = usePanel().services;
  const mention = usePanelState(state => state.mention);
  const list = useRef<HTMLUListElement>(null);
  const active = mention?.active ?? 0;
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  if (!mention) {
    return null;
  }
  const keys = distinctKeys(mention.items);
  return (
    <ul
      ref={list}
      id={id}
      role="listbox"
      className="jp-Cellwright-mentions"
      aria-label={
        mention.sign === '/'
          ? trans.__('Commands, skills and prompts')
          : trans.__('Things to attach')
      }
    >
      {mention.items.map((item, index) => (
        <li
          // What is looked up arrives while somebody points at the list: an
          // option stays what it was, or is not what is pressed any more.
          key={keys[index]}
          id={mentionOptionId(id, index)}
          role="option"
          aria-selected={index === active}
          // The message keeps focus and its caret.
          onMouseDown={event => event.preventDefault()}
          onClick={() => onTake(item)}
        >
          <span>{visibleText(item.label)}</span>
          <span className="jp-Cellwright-hint">{visibleText(item.detail)}</span>
        </li>
      ))}
    </ul>
  );
}

/** A key an item, made of what it shows; the second of two alike has its own. */
function distinctKeys(items: readonly CompletionItem[]): string[] {
  const seen = new Map<string, number>();
  return items.map(({ label, detail }) => {
    const shown = JSON.stringify([label, detail]);
    const before = seen.get(shown) ?? 0;
    seen.set(shown, before + 1);
    return `${before} ${shown}`;
  });
}
