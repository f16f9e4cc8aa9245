import { useSyncExternalStore } from 'react';

import { compact } from '../card/card';
import { visibleProse } from '../render/visible-text';
import { usePanelNow, usePanelState } from './common/panel-context';
import { Button } from './common/button';

/**
 * Problems, shown discreetly at the top: settings that cannot be used, a model
 * that cannot call tools.
 */
export function Problems() {
  const { store, trans, preferences, models, threads } = usePanelNow();
  const unopened = usePanelState(state => state.unopened);
  const ownPrompt = preferences.current.systemPrompt.trim() !== '';
  const lost = useSyncExternalStore(
    listener => threads.onChange(listener),
    () => {
      const { keeping } = threads;
      return keeping.ok ? keeping.warning : keeping.why;
    }
  );
  const problems = compact<{ text?: string; label?: string; onPress?(): void }>(
    [
      unopened !== null && {
        text: trans.__('The conversation could not be opened.'),
        label: trans.__('Try again'),
        onPress: () => void store.conversations.open(unopened)
      },
      ...preferences.problems.map(text => ({ text })),
      ownPrompt && {
        text: trans.__(
          'Your own system prompt replaces Cellwright’s; its safety rules still apply.'
        )
      },
      (ownPrompt || preferences.problems.length > 0) && {
        label: trans.__('Open the settings'),
        onPress: () => preferences.openEditor()
      },
      lost && { text: lost },
      !models.isDemo &&
        !models.abilities.tools && {
          text: trans.__(
            '%1 cannot call tools: it can talk, but not work on the notebook.',
            models.label
          ),
          label: trans.__('Choose another model'),
          onPress: () => store.openModelForm()
        }
    ]
  );
  return problems.length === 0 ? null : (
    <div className="jp-Cellwright-problems" role="status">
      {problems.map(({ text = '', label, onPress }, index) => (
        <p key={index}>
          {visibleProse(text)}{' '}
          {label ? (
            <Button look="link" onClick={onPress}>
              {label}
            </Button>
          ) : null}
        </p>
      ))}
    </div>
  );
}
