import { useEffect, useRef } from 'react';

import type { IAnswerNumber } from '../../../contract';
import { MarkdownView } from '../../render/markdown-view';
import { usePanel, usePanelState } from '../common/panel-context';

/**
 * Text of the model, rendered by a single renderer.
 *
 * @param text null while it streams: the text then goes from the live state
 * straight to the renderer, bypassing React.
 */
export function Markdown({
  messageId,
  text,
  path,
  numbers
}: {
  messageId: string;
  text: string | null;
  path: string;
  numbers?: readonly IAnswerNumber[];
}) {
  const store = usePanel();
  const { rendermime, trans } = store.services;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<MarkdownView | null>(null);
  const revision = usePanelState(state => state.workspaceRevision);

  useEffect(() => {
    const created = new MarkdownView(host.current!, {
      rendermime,
      trans,
      code: {
        copy: code => store.copy(code),
        insert: (code, event) => store.insertCode(code, event)
      },
      cells: {
        label: cellId => store.cellLabel(path, cellId),
        reveal: cellId => store.revealCell(path, cellId)
      }
    });
    view.current = created;
    return () => created.dispose();
  }, [rendermime, trans, store, path]);

  useEffect(() => {
    if (text !== null) {
      view.current?.finish(text, numbers);
      return;
    }
    const show = () => {
      const live = store.live.getState();
      if (live.messageId === messageId) {
        view.current?.stream(live.text);
      }
    };
    show();
    return store.live.subscribe(show);
  }, [store, messageId, text, numbers, path]);

  useEffect(() => view.current?.refresh(), [revision]);

  return <div ref={host} className="jp-Cellwright-markdown" />;
}
