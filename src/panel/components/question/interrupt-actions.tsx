import type { SyntheticEvent } from 'react';

import type { OpenQuestion } from '../../../contract';
import { NO_ANSWER } from '../../actions/decisions';
import { DECIDES } from '../../trust/is-persons-event';
import { visibleProse } from '../../render/visible-text';
import { usePanel, usePanelState } from '../common/panel-context';
import { answersOf } from '../../stores/answers';
import { Button } from '../common/button';

/** The buttons of a question. */
export function InterruptActions({
  interrupt,
  sent,
  onAnswer,
  onSend
}: {
  interrupt: OpenQuestion;
  /** Whether an answer is on its way. */
  sent: boolean;
  onAnswer(act: () => boolean): void;
  /**
   * Sends what is chosen or filled in, or yes if there is nothing to fill in.
   */
  onSend(event: SyntheticEvent): void;
}) {
  const store = usePanel();
  const { services } = store;
  const answers = answersOf(store);
  const { trans } = services;
  const id = interrupt.interrupt_id;
  const { chosen, other } =
    usePanelState(state => state.answers[id]) ?? NO_ANSWER;
  const confirms = interrupt.kind === 'confirm';
  const asker = 'asker' in interrupt ? interrupt.asker : undefined;
  const empty =
    interrupt.kind === 'option' && chosen.length === 0 && !other?.trim();
  return (
    <div className="jp-Cellwright-actions jp-mod-wrap">
      <Button
        {...DECIDES}
        look="primary"
        disabled={sent || empty}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        title={trans.__('Ctrl/Cmd+Enter')}
        onClick={onSend}
      >
        {confirms
          ? visibleProse(interrupt.yes ?? trans.__('Yes'))
          : trans.__('Answer')}
      </Button>
      {confirms || asker ? (
        <Button
          {...DECIDES}
          disabled={sent}
          onClick={({ nativeEvent }) =>
            onAnswer(() =>
              confirms
                ? answers.confirm(id, false, nativeEvent)
                : answers.decline(id, nativeEvent)
            )
          }
        >
          {confirms
            ? visibleProse(interrupt.no ?? trans.__('No'))
            : trans.__('Decline')}
        </Button>
      ) : null}
      {confirms && !asker ? null : (
        <Button
          {...DECIDES}
          disabled={sent}
          onClick={({ nativeEvent }) =>
            onAnswer(() => answers.cancel(id, nativeEvent))
          }
        >
          {trans.__('Skip')}
        </Button>
      )}
    </div>
  );
}
