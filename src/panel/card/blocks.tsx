import { useContext, useState, type HTMLAttributes } from 'react';

import { Button } from '../components/common/button';
import type { ITranslator } from '../../contract';
import { usePanel } from '../components/common/panel-context';
import { CellReference, Sentence } from '../components/common/sentence';
import { Unfolding } from '../components/common/folding-line';
import { visibleProse, visibleText } from '../render/visible-text';
import { ActionButton, CardContext } from './action-button';
import { LOOKS, type Block } from './card';
import { CardCode } from './card-code';

/** What a card shows, from top to bottom: texts as text, whoever wrote them. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <>
      {blocks.map((block, at) => (
        <CardBlock key={at} block={block} />
      ))}
    </>
  );
}

function CardBlock({ block }: { block: Block }) {
  const { disabled, press } = useContext(CardContext);
  switch (block.kind) {
    case 'text':
      return (
        <p
          className={LOOKS[block.look ?? 'plain']}
          role={block.isLive && 'status'}
        >
          {block.path === undefined ? (
            visibleProse(block.text)
          ) : (
            <Sentence text={block.text} path={block.path} />
          )}
          {block.action && press ? (
            <>
              {' '}
              <ActionButton
                look="link"
                action={block.action}
                disabled={disabled}
                press={press}
              />
            </>
          ) : null}
        </p>
      );
    case 'list':
      return (
        <section
          className={block.label ? LOOKS.note : 'jp-Cellwright-cardList'}
          aria-label={block.label && visibleProse(block.label)}
        >
          {block.label ? visibleProse(block.label) : null}
          <ul>
            {block.items.map((item, at) => (
              <li key={at}>{visibleProse(item)}</li>
            ))}
          </ul>
        </section>
      );
    case 'code':
      return block.mimeType === undefined ? (
        <pre tabIndex={0} aria-label={block.label}>
          {visibleText(block.text)}
        </pre>
      ) : (
        <CardCode
          {...block}
          mimeType={block.mimeType}
          label={block.label ?? ''}
        />
      );
    case 'cells':
      return <Cells {...block} />;
    case 'fold':
      return (
        <div>
          <Unfolding label={block.label}>
            <Blocks blocks={block.blocks} />
          </Unfolding>
        </div>
      );
    case 'table': {
      const { kind: _, ...table } = block;
      return <Table {...table} />;
    }
    case 'image':
      return (
        <img
          className="jp-Cellwright-thumbnail"
          src={block.address}
          alt={visibleProse(block.alt)}
        />
      );
    case 'cell':
      return (
        <p className={LOOKS.hint}>
          {block.cellId === '' ? null : (
            <CellReference path={block.path} cellId={block.cellId} />
          )}{' '}
          {visibleProse(block.text)}
        </p>
      );
    case 'reason':
      return <Reason text={block.text} />;
  }
}

/**
 * Cells shown at first; each has an editor, so the others appear on request.
 */
const CELLS_SHOWN = 6;

/** Cells as they are now, with their current labels. */
function Cells({ path, mimeType, cells }: Block & { kind: 'cells' }) {
  const { trans } = usePanel();
  const [all, setAll] = useState(false);
  return (
    <>
      <ol className="jp-Cellwright-cells" aria-label={trans.__('Cells')}>
        {cells
          .slice(0, all ? undefined : CELLS_SHOWN)
          .map(({ id, source }, index) => (
            <li key={`${index}-${id}`}>
              <CellReference path={path} cellId={id} />
              <CardCode
                mimeType={mimeType}
                label={trans.__('Cell %1 of %2', index + 1, cells.length)}
                text={source}
              />
            </li>
          ))}
      </ol>
      {cells.length > CELLS_SHOWN ? (
        <Button
          className="jp-Cellwright-showAll"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all
            ? trans.__('Show fewer cells')
            : trans.__('Show all %1 cells', cells.length)}
        </Button>
      ) : null}
    </>
  );
}

function Reason({ text }: { text: string }) {
  const { trans } = usePanel();
  const [whole, setWhole] = useState(false);
  return (
    <Button
      className="jp-Cellwright-modelSays"
      aria-expanded={whole}
      onClick={() => setWhole(!whole)}
    >
      {modelSays(text, trans, whole ? Infinity : undefined)}
    </Button>
  );
}

/** A number, or what a table shows for a missing one. */
const NUMERIC = /^([-+\u2212\d.]|(NaN|None|NaT|<NA>|null|missing)$)/;

/** The head of a table; a class of a column's numbers puts them below each other. */
export function Table({
  label,
  head,
  rows,
  note,
  ...box
}: Omit<Block & { kind: 'table' }, 'kind'> & HTMLAttributes<HTMLElement>) {
  const look = (text: string | undefined) =>
    NUMERIC.test(text ?? '') ? 'jp-mod-number' : undefined;
  return (
    <div
      className="jp-Cellwright-tableHead"
      tabIndex={0}
      role="group"
      aria-label={label}
      {...box}
    >
      <table>
        <thead>
          {head.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <th
                  key={column}
                  scope="col"
                  className={look(rows[0]?.[column])}
                >
                  {visibleProse(cell)}
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column} className={look(cell)}>
                  {visibleProse(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {note ? <p className={LOOKS.hint}>{note}</p> : null}
    </div>
  );
}

/** Most of the model's words that stand in one line. */
const MAX_LINE = 200;

/**
 * The model's own words about its call, which may be untrue: in quotes, so that
 * they cannot pass for ours.
 *
 * @param most number of characters shown.
 */
export function modelSays(
  text: string,
  trans: ITranslator,
  most = MAX_LINE
): string {
  const line = visibleProse(text)
    .replace(/\s+/gu, ' ')
    .replace(/[“”]/g, '"')
    .trim();
  return trans.__(
    'The model says: “%1”',
    line.length > most ? `${line.slice(0, most)}…` : line
  );
}
