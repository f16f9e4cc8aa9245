import type { AgentMode } from '../../../contract';
import { usePanel, usePanelState } from '../common/panel-context';

/** Selects whether the next message may change anything. */
export function ModeSelect() {
  const { composing, services } = usePanel();
  const { trans } = services;
  const mode = usePanelState(state => state.mode);
  return (
    <select
      className="jp-Cellwright-mode"
      aria-label={trans.__('Mode')}
      title={
        mode === 'ask'
          ? trans.__('Ask: it reads and answers, and changes nothing.')
          : mode === 'plan'
            ? trans.__(
                'Plan: it shows a plan first, then works through it step by step.'
              )
            : trans.__('Agent: it proposes cells, files and commands.')
      }
      value={mode}
      onChange={event => composing.setMode(event.target.value as AgentMode)}
    >
      <option value="agent">{trans.__('Agent')}</option>
      <option value="ask">{trans.__('Ask')}</option>
      <option value="plan">{trans.__('Plan')}</option>
    </select>
  );
}
