import { useCallback, useEffect, useRef } from 'react';

import type { IAnswerNumber } from '../../../contract';
import { lazyChunk } from '../../render/load-more';
import { MarkdownView } from '../../render/markdown-view';
import { typesetChecked } from '../../render/typeset-checked';
import { LuminoHost } from '../common/lumino-host';
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
  const view = useRef<MarkdownView | null>(null);
  const revision = usePanelState(state => state.workspaceRevision);

  const create = useCallback(() => {
    view.current = new MarkdownView({
      rendermime,
      trans,
      typeset: typesetChecked,
      lazy: lazyChunk,
      code: {
        copy: code => store.copy(code),
        insert: (code, event) => store.insertCode(code, event)
      },
      cells: {
        label: cellId => store.cellLabel(path, cellId),
        reveal: cellId => store.revealCell(path, cellId)
      }
    });
    return view.current;
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
  }, [store, messageId, text, numbers, create]);

  useEffect(() => view.current?.refreshCells(), [revision]);

  return <LuminoHost create={create} />;
}
