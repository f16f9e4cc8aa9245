import { useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';

import { terminalText } from '../../../contract/text/terminal-text';
import { visibleProse } from '../../render/visible-text';
import { usePanel } from '../common/panel-context';

/** Distance from the end that still counts as the end, in px. */
const END_MARGIN = 16;

/**
 * The output of a running command; follows its end until the person scrolls up.
 */
export function LiveOutput({ callId }: { callId: string }) {
  const store = usePanel();
  const { trans } = store.services;
  const output = useStore(store.live, state => state.progress[callId]?.output);
  const [tall, setTall] = useState(false);
  const node = useRef<HTMLPreElement>(null);
  const atEnd = useRef(true);

  useLayoutEffect(() => {
    if (node.current && atEnd.current) {
      node.current.scrollTop = node.current.scrollHeight;
    }
  }, [output, tall]);

  if (!output) {
    return null;
  }
  return (
    <div className="jp-Cellwright-output">
      <pre
        ref={node}
        className={tall ? 'jp-mod-tall' : ''}
        tabIndex={0}
        role="region"
        aria-label={trans.__('Output so far')}
        onScroll={({ currentTarget: pre }) => {
          atEnd.current =
            pre.scrollHeight - pre.scrollTop - pre.clientHeight <= END_MARGIN;
        }}
      >
        {visibleProse(terminalText(output))}
      </pre>
      <button
        type="button"
        className="jp-Cellwright-showAll"
        aria-expanded={tall}
        onClick={() => setTall(!tall)}
      >
        {tall ? trans.__('Show less') : trans.__('Show more')}
      </button>
    </div>
  );
}
