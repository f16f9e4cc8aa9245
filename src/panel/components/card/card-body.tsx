import { type ComponentProps, useState } from 'react';

import type { CardBody, IReviewCard, ITranslator } from '../../../contract';
import { bodyBefore, bodyText } from '../../text/body-text';
import type { ICallItem } from '../../state/thread-items';
import {
  visibleName,
  visibleProse,
  visibleText
} from '../../render/visible-text';
import { CardCode } from './card-code';
import { usePanel } from '../common/panel-context';
import { CellReference } from '../common/sentence';
import { readArguments } from '../../../contract/text/read-arguments';
import { formPlan } from '../../render/form-plan';
import { SchemaForm } from '../common/schema-form';

/**
 * The middle of a card: what would run, what would be written, or what is
 * asked.
 */
export function CardBody({
  item,
  card,
  label,
  text = bodyText(card.body),
  before = bodyBefore(card.body),
  writable = false,
  onChange
}: {
  item: ICallItem;
  card: IReviewCard;
  /** Accessible name of the code. */
  label: string;
  /** The text with the person's edit; the card's own text if not given. */
  text?: string;
  before?: string | null;
  writable?: boolean;
  onChange?(text: string): void;
}) {
  const { trans } = usePanel().services;
  const { body, callId } = card;
  if (body.kind === 'question') {
    return (
      <p className="jp-Cellwright-question">{visibleProse(body.question)}</p>
    );
  }
  if (body.kind === 'cells') {
    return (
      <CardCells path={item.path} mimeType={body.mimeType} cells={body.cells} />
    );
  }
  if (body.kind === 'arguments') {
    return (
      <CardArguments
        id={callId}
        body={body}
        text={text}
        label={label}
        writable={writable}
        onChange={onChange}
      />
    );
  }
  return (
    <>
      {body.kind === 'file' ? (
        <p className="jp-Cellwright-filePath">
          {`“${visibleText(body.path).replace(/[“”]/g, '"')}”`}{' '}
          <span className="jp-Cellwright-hint">
            {body.before === null
              ? trans.__('new file')
              : trans.__('compared with the file as it is now')}
          </span>
        </p>
      ) : null}
      <CardCode
        mimeType={body.kind === 'command' ? 'text/plain' : body.mimeType}
        before={before}
        text={text}
        label={label}
        folds={body.kind !== 'command'}
        writable={writable}
        onChange={onChange}
      />
      {body.kind === 'command' && body.stdin ? (
        <>
          <p className="jp-Cellwright-hint">
            {trans.__('It reads this as its input:')}
          </p>
          <CardCode
            mimeType="text/plain"
            before={null}
            text={body.stdin}
            label={trans.__('Input of the command')}
            folds={false}
          />
        </>
      ) : null}
      {body.kind === 'command' ? (
        <p className="jp-Cellwright-cwd">
          {folderText(body, trans)}
          {body.environment
            ? `, ${trans.__('in the environment of %1', visibleName(body.environment))}`
            : null}
        </p>
      ) : null}
    </>
  );
}

function folderText(
  { cwd, machine }: { cwd: string; machine?: string },
  trans: ITranslator
): string {
  if (machine !== undefined) {
    return trans.__(
      'on %1, which does not see JupyterLab’s files',
      visibleName(machine)
    );
  }
  return cwd === ''
    ? trans.__('in the folder JupyterLab was started in')
    : trans.__('in “%1”', visibleText(cwd));
}

/**
 * Cells shown at first; each has an editor, so the others appear on request.
 */
const CELLS_SHOWN = 6;

/** Cells as they are now, with their current labels. */
function CardCells({
  path,
  mimeType,
  cells
}: {
  path: string;
  mimeType: string;
  cells: { id: string; source: string }[];
}) {
  const { trans } = usePanel().services;
  const [all, setAll] = useState(false);
  const shown = all ? cells : cells.slice(0, CELLS_SHOWN);
  if (cells.length === 0) {
    return null;
  }
  return (
    <>
      <ol className="jp-Cellwright-cells" aria-label={trans.__('Cells')}>
        {shown.map(({ id: cellId, source }, index) => (
          <li key={`${index}-${cellId}`}>
            <CellReference path={path} cellId={cellId} />
            <CardCode
              mimeType={mimeType}
              label={trans.__('Cell %1 of %2', index + 1, cells.length)}
              before={null}
              text={source}
            />
          </li>
        ))}
      </ol>
      {cells.length > CELLS_SHOWN ? (
        <button
          type="button"
          className="jp-Cellwright-showAll"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all
            ? trans.__('Show fewer cells')
            : trans.__('Show all %1 cells', cells.length)}
        </button>
      ) : null}
    </>
  );
}

/**
 * The arguments of a server's tool: the JSON that is sent. While it is edited,
 * there is a form above it, whose words are the server's own.
 */
function CardArguments({
  id,
  body,
  text,
  label,
  writable,
  onChange
}: {
  /** Id of the call. */
  id: string;
  body: CardBody & { kind: 'arguments' };
  /** The arguments as JSON, with the person's edit. */
  text: string;
  label: string;
  writable: boolean;
  onChange?(text: string): void;
}) {
  const { trans } = usePanel().services;
  const [asked, setAsked] = useState(false);
  const values = readArguments(text);
  // Text that is not valid JSON can only be corrected as text.
  const plan = writable && values ? formPlan(body.schema, values) : null;
  const hasForm = Object.keys(plan?.schema.properties ?? {}).length > 0;
  const isForm = hasForm && !asked;
  return (
    <div className="jp-Cellwright-arguments">
      {isForm && plan && values ? (
        <Fields
          id={`arguments-${id}`}
          {...plan}
          values={values}
          disabled={false}
          instead={null}
          onChange={typed => onChange?.(JSON.stringify(typed, null, 2))}
        />
      ) : null}
      <CardCode
        mimeType="application/json"
        before={null}
        text={text}
        label={label}
        folds={false}
        writable={writable && !isForm}
        onChange={onChange}
      />
      {hasForm ? (
        <button
          type="button"
          className="jp-Cellwright-link"
          aria-pressed={asked}
          onClick={() => setAsked(!asked)}
        >
          {trans.__('Edit as JSON')}
        </button>
      ) : null}
    </div>
  );
}

/** Keeps the looks of the fields as they were at first, whatever is typed. */
function Fields(props: ComponentProps<typeof SchemaForm>) {
  const [looks] = useState(props.looks);
  return <SchemaForm {...props} looks={looks} />;
}
