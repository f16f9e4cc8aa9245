import { ALL_CARDS } from '../../state/panel-state';
import { DECIDES } from '../../trust/is-persons-event';
import { usePanel, usePanelState } from '../common/panel-context';
import { decisionsOf } from '../../stores/decisions';
import { ReasonField } from './reason-field';
import { TurnRuleOption } from './turn-rule-option';
import { Button } from '../common/button';

/** Shown above several cards: how many are waiting, and one answer for all. */
export function DecisionsHead() {
  const store = usePanel();
  const { trans } = store.services;
  const count = usePanelState(state => state.thread.pending.length);
  const idle = usePanelState(
    ({ thread, opening }) => thread.pending.length === 0 || opening !== null
  );
  const rejecting = usePanelState(state => ALL_CARDS in state.rejecting);
  return (
    <div
      className="jp-Cellwright-decisions"
      role="group"
      aria-label={trans.__('All decisions')}
    >
      <div className="jp-Cellwright-decisionsLine">
        <strong>{trans._n('%1 decision', '%1 decisions', count)}</strong>
        <button
          type="button"
          className="jp-Cellwright-button jp-mod-quiet"
          disabled={idle}
          onClick={() => decisionsOf(store).setReason(ALL_CARDS, '')}
        >
          {trans.__('Reject all')}
        </button>
        <Button
          {...DECIDES}
          disabled={idle}
          onClick={event =>
            void decisionsOf(store).approveAll(event.nativeEvent)
          }
        >
          {trans.__('Approve all')}
        </Button>
      </div>
      {rejecting ? (
        <ReasonField
          name={ALL_CARDS}
          label={trans.__('Reason for all rejections')}
          disabled={idle}
          onSend={reason => decisionsOf(store).rejectAll(reason)}
          onBack={() => decisionsOf(store).closeReason(ALL_CARDS)}
        />
      ) : null}
      <TurnRuleOption />
    </div>
  );
}
