import { useLayoutEffect, useRef } from 'react';

import type { IAnswerNumber } from '../../../contract';
import { labelCells } from '../../render/cell-links';
import { markNumbers } from '../../render/number-marks';
import { visibleProse } from '../../render/visible-text';
import { usePanel, usePanelState } from '../common/panel-context';

const NONE: readonly IAnswerNumber[] = [];

/** Words of an answer, with its numbers as in the answer itself. */
export function NumberedText({
  text,
  numbers = NONE,
  path
}: {
  text: string;
  numbers?: readonly IAnswerNumber[];
  path: string;
}) {
  const store = usePanel();
  const { trans } = store.services;
  const node = useRef<HTMLSpanElement>(null);
  const revision = usePanelState(state => state.workspaceRevision);
  useLayoutEffect(() => {
    const span = node.current!;
    span.textContent = visibleProse(text);
    markNumbers(span, numbers, trans);
    labelCells(span, id => store.cellLabel(path, id), trans);
  }, [store, trans, text, numbers, path, revision]);
  return (
    <span
      ref={node}
      onClick={event => {
        const link = (event.target as Element).closest<HTMLElement>(
          '[data-cellwright-cell]:not(.jp-mod-gone)'
        );
        if (link) {
          event.preventDefault();
          store.revealCell(path, link.dataset.cellwrightCell!);
        }
      }}
    />
  );
}
