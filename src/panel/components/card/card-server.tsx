import type { ICardServer, ITranslator } from '../../../contract';
import { visibleText } from '../../render/visible-text';
import { usePanel } from '../common/panel-context';
import { CardCode } from './card-code';

/** What a person should know about the server that a call goes to. */
export function CardServer({
  callId,
  server
}: {
  callId: string;
  server: ICardServer;
}) {
  const { trans } = usePanel().services;
  const { server: name, host, title, first, holds, hints, says, said } = server;
  const claims = hints.map(hint => hintText(hint, trans)).join(', ');
  return (
    <div className="jp-Cellwright-cardServer">
      {title && title !== server.tool ? (
        <p className="jp-Cellwright-hint">
          {trans.__('The server calls it “%1”.', visibleText(title))}
        </p>
      ) : null}
      {first ? (
        <p className="jp-Cellwright-elsewhere">
          {trans.__(
            'This is the first call to “%1” in this conversation. It goes to %2. Only what you see below is sent, and nothing else of your notebook or this conversation.',
            visibleText(name),
            visibleText(host)
          )}
        </p>
      ) : null}
      {holds ? (
        <p className="jp-Cellwright-elsewhere">
          {trans.__(
            'The arguments contain text from earlier results: %1',
            holds.map(visibleText).join('; ')
          )}
        </p>
      ) : null}
      {said === undefined ? null : (
        <>
          <p className="jp-Cellwright-elsewhere">
            {trans.__(
              'The server has changed this tool since you trusted it, so it asks again. This is what has changed:'
            )}
          </p>
          <CardCode
            id={`said-${callId}`}
            mimeType="text/plain"
            before={visibleText(said)}
            text={visibleText(says)}
            label={trans.__('What has changed in the tool')}
          />
        </>
      )}
      {claims ? (
        <p className="jp-Cellwright-hint">
          {trans.__('The server says: %1. Nobody has checked this.', claims)}
        </p>
      ) : null}
      <details>
        <summary>{trans.__('What the server says about this tool')}</summary>
        <pre tabIndex={0}>{visibleText(says)}</pre>
      </details>
    </div>
  );
}

function hintText(
  hint: ICardServer['hints'][number],
  trans: ITranslator
): string {
  switch (hint) {
    case 'readOnly':
      return trans.__('it only reads');
    case 'destructive':
      return trans.__('it can delete or overwrite');
    case 'idempotent':
      return trans.__('calling it again changes nothing further');
    case 'openWorld':
      return trans.__('it reaches systems outside the server');
  }
}
