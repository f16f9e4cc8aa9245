import { useState } from 'react';

import type { IMemoryItem } from '../../state/thread-items';
import { visibleProse } from '../../render/visible-text';
import { Notice } from '../common/notice';
import { usePanel, usePanelState } from '../common/panel-context';

/** Says that a memory has changed the plan, with a button to take that back. */
export function MemoryLine({ item }: { item: IMemoryItem }) {
  const { store, trans, agent } = usePanel();
  const { kind, key } = item.memory;
  const [isForgotten, setForgotten] = useState(false);
  const isLeftOut = usePanelState(({ without }) => without.includes(key));
  // Only before the first step has begun: what a step did would not be undone.
  const canRestart = usePanelState(({ thread }) => {
    const plan = thread.items[item.plan];
    return (
      plan?.kind === 'plan' &&
      plan.outcome === null &&
      thread.run !== null &&
      Object.keys(plan.states).length === 0
    );
  });

  const forget = async () => {
    try {
      await (await agent.memories())?.forget(kind, key);
      setForgotten(true);
      store.announce(trans.__('Forgotten.'));
    } catch (reason) {
      console.warn('Cellwright could not forget something.', reason);
      store.announce(trans.__('It could not be forgotten. Try again.'));
    }
  };
  const leaveOut = () => {
    const { thread } = store.main.getState();
    const plan = thread.items[item.plan];
    const message =
      plan?.kind === 'plan' ? thread.items[plan.messageId] : undefined;
    if (message?.kind !== 'user') {
      return;
    }
    // Memories that were left out before stay out.
    const without = [...store.main.getState().without, key];
    store.main.setState({ without });
    void store.sending.sayInstead(message.text, {
      mode: 'plan',
      attachments: message.attachments,
      notebook: plan.path || null,
      without
    });
  };
  const isOffered = canRestart && !isLeftOut && item.what !== 'step';
  return (
    <Notice
      actions={
        isForgotten
          ? []
          : [
              isOffered && {
                label:
                  item.what === 'clarification'
                    ? trans.__('Undo')
                    : trans.__('Not this time'),
                onPress: leaveOut
              },
              {
                label:
                  item.what === 'step'
                    ? trans.__('Ask me again')
                    : trans.__('Forget'),
                onPress: () => void forget()
              },
              {
                label: trans.__('Show'),
                stays: true,
                onPress: () =>
                  store.show({ name: 'learned', memory: item.memory })
              }
            ]
      }
    >
      {visibleProse(item.text)}{' '}
      {isForgotten
        ? trans.__('Forgotten.')
        : isLeftOut
          ? trans.__('Left out this time.')
          : null}
    </Notice>
  );
}
