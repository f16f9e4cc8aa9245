import { useEffect, useRef } from 'react';

import { mentionOptionId } from '../../state/mention-at';
import { visibleText } from '../../render/visible-text';
import { usePanel, usePanelState } from '../common/panel-context';

/** What `@` offers, and `/`. Focus stays in the message; the arrows walk from there. */
export function MentionList({
  id,
  onTake
}: {
  id: string;
  onTake(index: number): void;
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
      {mention.items.map(({ label, detail }, index) => (
        <li
          key={index}
          id={mentionOptionId(id, index)}
          role="option"
          aria-selected={index === active}
          // The message keeps focus and its caret.
          onMouseDown={event => event.preventDefault()}
          onClick={() => onTake(index)}
        >
          <span>{visibleText(label)}</span>
          <span className="jp-Cellwright-hint">{visibleText(detail)}</span>
        </li>
      ))}
    </ul>
  );
}
