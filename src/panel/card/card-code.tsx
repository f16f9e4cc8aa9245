import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import { Button } from '../components/common/button';
import { usePanel } from '../components/common/panel-context';
import { codeView } from '../render/code-view';
import type { CodeLook } from './card';

/** Lines shown before "Show all" is offered. */
const LINES_SHOWN = 16;
/** Characters of a single line that wrap into about that many lines. */
const CHARACTERS_SHOWN = 900;

/** Code: read-only, as a diff, or writable in place. */
export function CardCode({
  mimeType,
  label,
  before = null,
  text,
  isWhole = false,
  writable = false,
  onChange
}: CodeLook & {
  label: string;
  text: string;
  writable?: boolean;
  onChange?(text: string): void;
}) {
  const { editors, trans } = usePanel();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<ReturnType<typeof codeView>>();
  const first = useRef(text);
  const changed = useRef(onChange);
  changed.current = onChange;
  const [whole, setWhole] = useState(false);

  useLayoutEffect(() => {
    const created = codeView(host.current!, {
      editors,
      trans,
      mimeType,
      before,
      label,
      text: first.current,
      onChange: typed => {
        if (typed !== first.current) {
          first.current = typed;
          changed.current?.(typed);
        }
      }
    });
    view.current = created;
    return () => created.dispose();
  }, [editors, trans, mimeType, before, label]);

  useEffect(() => {
    // Differs from the last text that came from here only if the edit was
    // discarded.
    if (text !== first.current) {
      first.current = text;
      view.current?.setText(text);
    }
  }, [text]);

  useEffect(
    () => view.current?.setWritable(writable),
    [writable, editors, trans, mimeType, before, label]
  );

  const lines = text.split('\n').length;
  const long =
    !isWhole && (lines > LINES_SHOWN || text.length > CHARACTERS_SHOWN);
  return (
    <div
      className={
        'jp-Cellwright-cardCode' +
        (isWhole
          ? ' jp-mod-whole'
          : long && !whole && !writable
            ? ' jp-mod-folded'
            : '')
      }
    >
      <div ref={host} />
      {long && !writable ? (
        <Button
          className="jp-Cellwright-showAll"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole
            ? trans.__('Show less')
            : trans._n('Show the whole line', 'Show all %1 lines', lines)}
        </Button>
      ) : null}
    </div>
  );
}
