import { usePanel, usePanelState } from './panel-context';

/** "Approve the rest of this turn", where the decisions are. */
export function TurnRuleOption() {
  const store = usePanel();
  const { trans } = store.services;
  const on = usePanelState(state => state.thread.turnRule);
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      className="jp-Cellwright-switch"
      onClick={event => store.decisions.setTurnRule(!on, event.nativeEvent)}
    >
      <span className="jp-Cellwright-switchMark" aria-hidden="true" />
      {trans.__('Approve the rest of this turn')}
    </button>
  );
}

/** While the rule is on, it is said, and can be ended, at any moment. */
export function TurnRuleStatus() {
  const store = usePanel();
  const { trans } = store.services;
  const on = usePanelState(state => state.thread.turnRule);
  return on ? (
    <div className="jp-Cellwright-turnRule">
      <span>{trans.__('Approving everything for the rest of this turn.')}</span>
      <button
        type="button"
        className="jp-Cellwright-link"
        onClick={event => store.decisions.setTurnRule(false, event.nativeEvent)}
      >
        {trans.__('Stop approving')}
      </button>
    </div>
  ) : null;
}
