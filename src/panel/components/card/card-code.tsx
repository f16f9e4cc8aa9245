import { useCallback, useEffect, useRef, useState } from 'react';

import { CodeView } from '../../render/code-view';
import { LuminoHost } from '../common/lumino-host';
import { usePanel } from '../common/panel-context';

/** Lines shown before "Show all" is offered. */
const LINES_SHOWN = 16;
/** Characters of a single line that wrap into about that many lines. */
const CHARACTERS_SHOWN = 900;

/** The code of a card: read-only, as a diff, or writable in place. */
export function CardCode({
  mimeType,
  label,
  before,
  text,
  folds = true,
  writable = false,
  onChange
}: {
  mimeType: string;
  label: string;
  /** What `text` is compared with; null for no diff. */
  before: string | null;
  /** Read when the editor is created; after that, the person changes it. */
  text: string;
  /** Whether only the beginning of a long text is shown at first; else all is. */
  folds?: boolean;
  writable?: boolean;
  onChange?(text: string): void;
}) {
  const { editors, trans } = usePanel().services;
  const view = useRef<CodeView | null>(null);
  const first = useRef(text);
  const changed = useRef(onChange);
  changed.current = onChange;
  const [whole, setWhole] = useState(false);

  const create = useCallback(() => {
    const created = new CodeView({
      editors,
      trans,
      mimeType,
      before,
      label,
      text: first.current,
      onChange: typed => {
        first.current = typed;
        changed.current?.(typed);
      }
    });
    view.current = created;
    return created;
  }, [editors, trans, mimeType, before, label]);

  useEffect(() => {
    // Differs from the last text that came from here only if the edit was
    // discarded.
    if (text !== first.current) {
      first.current = text;
      view.current?.setText(text);
    }
  }, [text]);

  // After a reload it is mounted while already writable, and must not take
  // focus.
  const wasWritable = useRef(writable);
  useEffect(() => {
    view.current?.setWritable(writable);
    if (writable && !wasWritable.current) {
      view.current?.focusEditor();
    }
    wasWritable.current = writable;
  }, [writable, create]);

  const lines = text.split('\n').length;
  const long = folds && (lines > LINES_SHOWN || text.length > CHARACTERS_SHOWN);
  return (
    <div
      className={
        'jp-Cellwright-cardCode' +
        (!folds
          ? ' jp-mod-whole'
          : long && !whole && !writable
            ? ' jp-mod-folded'
            : '')
      }
    >
      <LuminoHost create={create} />
      {long && !writable ? (
        <button
          type="button"
          className="jp-Cellwright-showAll"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole
            ? trans.__('Show less')
            : trans._n('Show the whole line', 'Show all %1 lines', lines)}
        </button>
      ) : null}
    </div>
  );
}
