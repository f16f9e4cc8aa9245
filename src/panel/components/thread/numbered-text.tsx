import { memo } from 'react';

import type { IAnswerNumber } from '../../../contract';
import { numberParts } from '../../render/number-marks';
import { visibleProse } from '../../render/visible-text';
import { usePanel } from '../common/panel-context';
import { useCellLabel } from '../common/sentence';

const NONE: readonly IAnswerNumber[] = [];

/** Words of an answer, with its numbers as `markNumbers` draws them. */
export const NumberedText = memo(function NumberedText({
  text,
  numbers = NONE,
  path
}: {
  text: string;
  numbers?: readonly IAnswerNumber[];
  path: string;
}) {
  const { trans } = usePanel().services;
  return (
    <>
      {numberParts(text, numbers).map(({ text, number }, index) =>
        !number ? (
          visibleProse(text)
        ) : number.cellId !== null ? (
          <NumberLink
            key={index}
            text={text}
            cellId={number.cellId}
            path={path}
          />
        ) : (
          <span
            key={index}
            className="jp-Cellwright-number jp-mod-missing"
            title={trans.__('Not in any output')}
          >
            {text}
            <span
              className="jp-Cellwright-numberSign"
              role="img"
              aria-label={trans.__('not in any output')}
            >
              ?
            </span>
          </span>
        )
      )}
    </>
  );
});

function NumberLink({
  text,
  cellId,
  path
}: {
  text: string;
  cellId: string;
  path: string;
}) {
  const store = usePanel();
  const { trans } = store.services;
  const label = useCellLabel(path, cellId);
  return label === null ? (
    text
  ) : (
    <a
      className="jp-Cellwright-cellReference jp-Cellwright-number"
      href={`#cell=${cellId}`}
      aria-label={`${text} (${trans.__('show cell %1', label)})`}
      onClick={event => {
        event.preventDefault();
        store.revealCell(path, cellId);
      }}
    >
      {text}
    </a>
  );
}
