import { costText, filledPercent, usageText } from '../../text/usage-text';
import { usePanel, usePanelState } from '../common/panel-context';

/** How full the model's context is, and the cost if it is known. */
export function TokenUsage() {
  const { trans, models } = usePanel().services;
  usePanelState(state => state.modelRevision);
  const usage = usePanelState(state => state.thread.usage);
  const run = usePanelState(state => state.thread.run);
  // The context size of the current model, which may differ from the one that
  // the run began with. For the demo model it is taken from the run, because
  // its provider is not loaded just for this.
  const context =
    models.abilities.contextWindow ??
    (run?.model.label === models.label ? run.model.contextWindow : null);
  const filled = filledPercent(usage, context);
  const words = usageText(usage, filled, trans);
  return (
    <span
      className="jp-Cellwright-usage"
      role="img"
      aria-label={words}
      title={words}
    >
      {filled === null ? null : (
        <>
          <Ring filled={filled} />
          {trans.__('%1 %', filled)}
        </>
      )}
      {usage.cost === null ? null : (
        <span className="jp-Cellwright-cost">{costText(usage.cost)}</span>
      )}
    </span>
  );
}

function Ring({ filled }: { filled: number }) {
  const length = 2 * Math.PI * 5;
  return (
    <svg
      className="jp-Cellwright-ring"
      viewBox="0 0 13 13"
      width="13"
      height="13"
      aria-hidden="true"
    >
      <circle cx="6.5" cy="6.5" r="5" />
      <circle
        className="jp-mod-filled"
        cx="6.5"
        cy="6.5"
        r="5"
        strokeDasharray={`${(length * filled) / 100} ${length}`}
        transform="rotate(-90 6.5 6.5)"
      />
    </svg>
  );
}
