import { useEffect, useRef } from 'react';

import type { IAnswerNumber } from '../../../contract';
import { MarkdownView } from '../../render/markdown-view';
import type { ILiveState } from '../../state/thread-view-state';
import { usePanel, usePanelState } from './panel-context';

/** Text of the model, rendered by a single renderer. */
export function Markdown({
  text,
  streamed = () => null,
  path,
  numbers
}: {
  /** Null while it streams. */
  text: string | null;
  /** What there is of it so far; it bypasses React. Null for nothing new. */
  streamed?(live: ILiveState): string | null;
  /** Notebook of its cells; without it, nothing in the text can be used. */
  path?: string;
  numbers?: readonly IAnswerNumber[];
}) {
  const { store, rendermime, trans } = usePanel();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<MarkdownView | null>(null);
  const latest = useRef(streamed);
  latest.current = streamed;
  const revision = usePanelState(state => state.revision);

  useEffect(() => {
    const created = new MarkdownView(host.current!, {
      rendermime,
      trans,
      ...(path !== undefined && {
        code: {
          copy: code => store.copy(code),
          insert: (code, event) => store.insertCode(code, event)
        }
      }),
      cells: {
        label: id => (path === undefined ? null : store.cellLabel(path, id)),
        reveal: id => path !== undefined && store.revealCell(path, id)
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
      const soFar = latest.current(store.live.getState());
      if (soFar !== null) {
        view.current?.stream(soFar);
      }
    };
    show();
    return store.live.subscribe(show);
  }, [store, text, numbers, path]);

  useEffect(() => view.current?.refresh(), [revision]);

  return <div ref={host} className="jp-Cellwright-markdown" />;
}
