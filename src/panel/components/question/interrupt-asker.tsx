import { visibleText } from '../../render/visible-text';
import { usePanel } from '../common/panel-context';

/**
 * If a server asks: which server gets the answer, and which page it wants
 * opened.
 */
export function InterruptAsker({
  server,
  host,
  url
}: {
  server: string;
  host: string;
  url?: string;
}) {
  const { trans } = usePanel().services;
  return (
    <>
      {url === undefined ? null : (
        <p className="jp-Cellwright-elsewhere">
          <code>{visibleText(url)}</code>
        </p>
      )}
      <p className="jp-Cellwright-asker">
        {url === undefined
          ? trans.__(
              'Your answer goes to the server “%1” (%2). Do not enter passwords.',
              visibleText(server),
              visibleText(host)
            )
          : trans.__(
              'The server “%1” (%2) wants you to open this page. It opens in a new tab.',
              visibleText(server),
              visibleText(host)
            )}
      </p>
    </>
  );
}
