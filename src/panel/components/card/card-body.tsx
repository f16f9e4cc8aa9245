import type { IReviewCard, ITranslator } from '../../../contract';
import { bodyBefore, bodyText } from '../../text/body-text';
import type { ICallItem } from '../../state/thread-items';
import { visibleProse, visibleText } from '../../render/visible-text';
import { CardArguments } from './card-arguments';
import { CardCode } from './card-code';
import { CardCells } from './card-cells';
import { usePanel } from '../common/panel-context';

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
      <CardCells
        id={callId}
        path={item.path}
        mimeType={body.mimeType}
        cells={body.cells}
      />
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
          {visibleText(body.path)}{' '}
          <span className="jp-Cellwright-hint">
            {body.before === null
              ? trans.__('new file')
              : trans.__('compared with the file as it is now')}
          </span>
        </p>
      ) : null}
      <CardCode
        id={`${label}-${callId}`}
        mimeType={body.kind === 'command' ? 'text/plain' : body.mimeType}
        before={before}
        text={text}
        label={label}
        writable={writable}
        onChange={onChange}
      />
      {body.kind === 'command' && body.stdin ? (
        <>
          <p className="jp-Cellwright-hint">
            {trans.__('It reads this as its input:')}
          </p>
          <CardCode
            id={`${label}-${callId}-input`}
            mimeType="text/plain"
            before={null}
            text={body.stdin}
            label={trans.__('Input of the command')}
          />
        </>
      ) : null}
      {body.kind === 'command' ? (
        <p className="jp-Cellwright-cwd">
          {folderText(body.cwd, trans)}
          {body.environment
            ? `, ${trans.__('in the environment of %1', visibleText(body.environment))}`
            : null}
        </p>
      ) : null}
    </>
  );
}

function folderText(cwd: string, trans: ITranslator): string {
  return cwd === ''
    ? trans.__('in the folder JupyterLab was started in')
    : trans.__('in %1', visibleText(cwd));
}
