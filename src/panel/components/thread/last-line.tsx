import { useEffect, useState } from 'react';
import { useStore } from 'zustand';

import { terminalText } from '../../../contract/text/terminal-text';
import { visibleProse } from '../../render/visible-text';
import type { ICallItem } from '../../state/thread-items';
import { usePanel } from '../common/panel-context';

/** ms between two looks at the output. */
const EVERY = 500;

/** The last line that a running cell has printed. */
export function LastLine({ item: { id, path } }: { item: ICallItem }) {
  const { live, services } = usePanel();
  const { workspace } = services;
  const cellId = useStore(live, state => state.progress[id]?.cellId);
  const [line, setLine] = useState('');
  useEffect(() => {
    if (cellId === undefined) {
      return;
    }
    const look = (): void => {
      const text = workspace.outputEnd(path, cellId);
      setLine(terminalText(text).trimEnd().split('\n').pop()?.trim() ?? '');
    };
    look();
    const timer = setInterval(look, EVERY);
    return () => clearInterval(timer);
  }, [workspace, path, cellId]);
  return line === '' ? null : (
    <div className="jp-Cellwright-lastLine" title={visibleProse(line)}>
      {visibleProse(line)}
    </div>
  );
}
