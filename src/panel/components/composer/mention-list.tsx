import { useEffect, useRef } from 'react';

import { mentionOptionId, type CompletionItem } from '../../state/mention-at';
import { attachmentKey } from '../../state/message';
import { visibleText } from '../../render/visible-text';
import { usePanel, usePanelState } from '../common/panel-context';

/**
 * What `@` and `/` offer. Focus stays in the message, and its arrow keys move
 * the selection.
 */
export function MentionList({
  id,
  onTake
}: {
  id: string;
  onTake(item: CompletionItem): void;
}) {
  const { trans } = usePanel();
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
      {mention.items.map((item, index) => (
        <li
          // Items arrive while somebody is pointing at the list. An option must
          // stay the same item, or stop being the one that is pressed.
          key={
            'attachment' in item
              ? attachmentKey(item.attachment)
              : `${item.label} ${item.detail}`
          }
          id={mentionOptionId(id, index)}
          role="option"
          aria-selected={index === active}
          // Keeps focus and caret in the message.
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
