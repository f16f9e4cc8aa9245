import type { IReviewCard, UnclearChoice } from '../../../contract';
import { DECIDES } from '../../trust/is-persons-event';
import { usePanel } from '../common/panel-context';
import { decisionsOf } from '../../stores/decisions';
import { Button } from '../common/button';

/** It is not known whether the call ran: the person says what happened. */
export function UnclearActions({
  card,
  sent,
  onDecide
}: {
  card: IReviewCard;
  sent: boolean;
  onDecide(decision: () => boolean): Promise<void>;
}) {
  const store = usePanel();
  const { services } = store;
  const decisions = decisionsOf(store);
  const { trans } = services;
  const choices: [UnclearChoice, string, string][] = [
    [
      'run',
      trans.__('Run it'),
      trans.__('It runs now, perhaps for the second time.')
    ],
    [
      'done',
      trans.__('Treat it as done'),
      trans.__('Nothing runs; the agent goes on as if it had run.')
    ],
    [
      'skip',
      trans.__('Skip it'),
      trans.__('Nothing runs; the agent is told that it was skipped.')
    ]
  ];
  return (
    <div className="jp-Cellwright-actions jp-mod-wrap">
      {choices.map(([choice, label, title]) => (
        <Button
          key={choice}
          {...DECIDES}
          disabled={sent}
          title={title}
          onClick={event => {
            const { nativeEvent } = event;
            void onDecide(() =>
              decisions.settle(card.callId, choice, nativeEvent)
            );
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
