import { useEffect, useRef } from 'react';

import {
  isProxied,
  recipientText,
  thisPage,
  type IModelRecipient
} from '../../../contract';
import { visibleText } from '../../render/visible-text';
import { focusComposer, onEscape } from '../common/focus';
import { usePanelNow } from '../common/panel-context';
import { Button } from '../common/button';

/**
 * Shown before the first message to a provider, once for each: what is sent to
 * whom.
 */
export function Disclosure() {
  const { store, trans, models, preferences } = usePanelNow();
  const root = useRef<HTMLDivElement>(null);
  const { recipient, secondRecipient: second } = models;
  const first = recipient ?? second;
  const { schemasOnly } = preferences.current.privacy;
  useEffect(() => root.current?.focus(), []);
  const leave = (then: () => void) => {
    if (root.current) {
      focusComposer(root.current);
    }
    then();
  };
  if (!first) {
    return null;
  }
  const hostOf = ({ host }: IModelRecipient): string =>
    visibleText(recipientText(host, thisPage(), trans));
  return (
    <div
      ref={root}
      className="jp-Cellwright-disclosure"
      role="group"
      tabIndex={-1}
      aria-label={trans.__('Before the first message')}
      onKeyDown={onEscape(() => leave(() => store.sending.withhold()))}
    >
      <strong>
        {trans.__(
          'This goes to %1 at %2',
          visibleText(first.model),
          hostOf(first)
        )}
      </strong>
      {second && (
        <p>
          {trans.__(
            'To %1 at %2 only when the first model fails.',
            visibleText(second.model),
            hostOf(second)
          )}
        </p>
      )}
      <p>
        {schemasOnly
          ? trans.__(
              'Your messages and instructions, the source of this notebook’s cells, names, types and shapes of variables, and what the agent reads of files without their values. Of pictures and documents that you attach, only their names.'
            )
          : trans.__(
              'Your messages and instructions, the cells of this notebook, names, shapes and columns of variables, the beginning of files you name, what you attach, and each output and file the agent reads.'
            )}
      </p>
      {first.texts && (
        <p>
          {trans.__(
            '“Find by meaning” is on: names and descriptions of tools, what was learned from you, and the words they are searched with go there too, to be compared.'
          )}
        </p>
      )}
      {[first, second].some(each => each && isProxied(each.host)) && (
        <p>
          {trans.__(
            'It is reached through jupyter-server-proxy, which passes your Jupyter login (its cookies) to whoever answers there. Go on only if you trust them with it.'
          )}
        </p>
      )}
      <p className="jp-Cellwright-hint">
        {schemasOnly
          ? trans.__('“Schemas only” is on: no values and no outputs are sent.')
          : trans.__(
              'With “Schemas only” in the settings, no values and no outputs are sent.'
            )}{' '}
        <Button look="link" onClick={() => preferences.openEditor()}>
          {trans.__('Open the settings')}
        </Button>
      </p>
      <div className="jp-Cellwright-errorActions">
        <Button
          look="primary"
          aria-label={trans.__('Send to %1', hostOf(first))}
          onClick={() => leave(() => void store.sending.disclose())}
        >
          {trans.__('Send')}
        </Button>
        <Button onClick={() => leave(() => store.sending.withhold())}>
          {trans.__('Not now')}
        </Button>
      </div>
    </div>
  );
}
