import { memo, useState } from 'react';

import type { IDebugEntry, ITranslator } from '../../../contract';
import { bodyText } from '../../state/debug-log';
import { visibleText } from '../../render/visible-text';
import { durationText } from '../../text/duration-text';
import { usePanel } from '../common/panel-context';
import { Button } from '../common/button';

/** Characters of a body shown before the whole is asked for. */
const SHOWN = 20_000;

/** An entry on one line, which opens to show what was sent or received. */
export const DebugEntry = memo(function DebugEntry({
  entry
}: {
  entry: IDebugEntry;
}) {
  const { trans } = usePanel().services;
  const [open, setOpen] = useState(false);
  return (
    <li className="jp-Cellwright-debugEntry">
      <button
        type="button"
        className="jp-Cellwright-debugLine"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className="jp-Cellwright-tag">{kindName(entry.kind, trans)}</span>
        <span className="jp-Cellwright-lineText">
          {visibleText(entry.title)}
        </span>
        <span className="jp-Cellwright-time">{figures(entry, trans)}</span>
      </button>
      {open ? <Body entry={entry} /> : null}
    </li>
  );
});

function Body({ entry }: { entry: IDebugEntry }) {
  const { trans } = usePanel().services;
  const [whole, setWhole] = useState(false);
  const text = bodyText(entry);
  const cut = text.length > SHOWN && !whole;
  return (
    <div className="jp-Cellwright-details">
      <pre tabIndex={0} aria-label={visibleText(entry.title)}>
        {visibleText(cut ? text.slice(0, SHOWN) : text)}
      </pre>
      {cut ? (
        <Button look="link" onClick={() => setWhole(true)}>
          {trans.__('Show all %1 characters', text.length.toLocaleString())}
        </Button>
      ) : null}
    </div>
  );
}

/** "1.2 s · 8,120 characters · 2,030 + 140 tokens" */
function figures(
  { ms, characters, tokens }: IDebugEntry,
  trans: ITranslator
): string {
  return [
    durationText(ms ?? 0, trans),
    trans.__('%1 characters', characters.toLocaleString()),
    ...(tokens
      ? [
          trans.__(
            '%1 + %2 tokens',
            tokens.input.toLocaleString(),
            tokens.output.toLocaleString()
          )
        ]
      : [])
  ]
    .filter(Boolean)
    .join(' · ');
}

function kindName(kind: IDebugEntry['kind'], trans: ITranslator): string {
  switch (kind) {
    case 'request':
      return trans.__('request');
    case 'answer':
      return trans.__('answer');
    case 'middleware':
      return trans.__('changed');
    case 'tool':
      return trans.__('tool');
    case 'error':
      return trans.__('error');
  }
}
