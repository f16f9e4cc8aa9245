import { useCallback, useSyncExternalStore } from 'react';

import type { Keeping } from '../../contract';
import { visibleProse } from '../render/visible-text';
import { usePanelNow, usePanelState } from './common/panel-context';
import { Button } from './common/button';

function lossOf(keeping: Keeping): string | null {
  return keeping.ok ? (keeping.warning ?? null) : keeping.why;
}

/**
 * Problems, shown discreetly at the top: settings that cannot be used, a model
 * that cannot call tools.
 */
export function Problems() {
  const { store, trans, preferences, models, threads } = usePanelNow();
  const unopened = usePanelState(state => state.unopened);
  const { problems } = preferences;
  const talksOnly = !models.isDemo && !models.abilities.tools;
  const ownPrompt = preferences.current.systemPrompt.trim() !== '';
  const subscribe = useCallback(
    (listener: () => void) => threads.onChange(listener),
    [threads]
  );
  const lost = useSyncExternalStore(subscribe, () => lossOf(threads.keeping));
  if (
    problems.length === 0 &&
    !talksOnly &&
    lost === null &&
    !ownPrompt &&
    unopened === null
  ) {
    return null;
  }
  return (
    <div className="jp-Cellwright-problems" role="status">
      {unopened === null ? null : (
        <p>
          {trans.__('The conversation could not be opened.')}{' '}
          <Button
            look="link"
            onClick={() => void store.conversations.open(unopened)}
          >
            {trans.__('Try again')}
          </Button>
        </p>
      )}
      {problems.map((problem, index) => (
        <p key={index}>{visibleProse(problem)}</p>
      ))}
      {ownPrompt ? (
        <p>
          {trans.__(
            'Your own system prompt replaces Cellwright’s; its safety rules still apply.'
          )}
        </p>
      ) : null}
      {problems.length > 0 || ownPrompt ? (
        <Button look="link" onClick={() => preferences.openEditor()}>
          {trans.__('Open the settings')}
        </Button>
      ) : null}
      {lost === null ? null : <p>{visibleProse(lost)}</p>}
      {talksOnly ? (
        <p>
          {trans.__(
            '%1 cannot call tools: it can talk, but not work on the notebook.',
            visibleProse(models.label)
          )}{' '}
          <Button look="link" onClick={() => store.openModelForm()}>
            {trans.__('Choose another model')}
          </Button>
        </p>
      ) : null}
    </div>
  );
}
