import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

import { usePanel } from '../common/panel-context';

/** ms after the last key before it is searched. */
const DELAY = 150;

/** Words that a list is searched with. */
export function SearchField({
  label,
  onSearch,
  onKeyDown
}: {
  label: string;
  onSearch(words: string): void;
  onKeyDown?(event: KeyboardEvent<HTMLInputElement>): void;
}) {
  const { trans } = usePanel().services;
  const [text, setText] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      type="text"
      className="jp-Cellwright-input"
      aria-label={label}
      placeholder={trans.__('Search')}
      spellCheck={false}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onSearch(target.value.trim()), DELAY);
      }}
      onKeyDown={onKeyDown}
    />
  );
}
