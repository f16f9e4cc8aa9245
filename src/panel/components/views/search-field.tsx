import type { InputHTMLAttributes } from 'react';

import { usePanel } from '../common/panel-context';

/** Words that a list is searched with. */
export function SearchField(props: InputHTMLAttributes<HTMLInputElement>) {
  const { trans } = usePanel().services;
  return (
    <input
      type="text"
      className="jp-Cellwright-input"
      placeholder={trans.__('Search')}
      spellCheck={false}
      {...props}
    />
  );
}
