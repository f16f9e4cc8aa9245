import { usePanel, usePanelState } from '../common/panel-context';
import type { ITranslator } from '../../../contract';
import type { IUsage } from '../../state/thread-view-state';

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

/** How full the context is, in percent; null if its size is not known. */
function filledPercent(
  { input, output }: IUsage,
  context: number | null
): number | null {
  return context === null
    ? null
    : Math.min(100, Math.round((100 * (input + output)) / context));
}

/**
 * "12,000 tokens in this thread; 12 % of the context", and anything else known.
 */
function usageText(
  usage: IUsage,
  filled: number | null,
  trans: ITranslator
): string {
  const { total, cached, cost, estimated } = usage;
  return [
    estimated
      ? trans.__('about %1 tokens in this conversation', total.toLocaleString())
      : trans.__('%1 tokens in this conversation', total.toLocaleString()),
    filled === null
      ? trans.__('the size of the context is not known')
      : trans.__('%1 % of the context', filled),
    ...(cached > 0
      ? [
          trans.__(
            '%1 of them from the provider’s cache',
            cached.toLocaleString()
          )
        ]
      : []),
    ...(cost === null ? [] : [trans.__('cost so far: %1', costText(cost))])
  ].join('; ');
}

/** A sum in the person's number format: two decimals, or up to four below 1. */
function costText(cost: number): string {
  return cost.toLocaleString(undefined, {
    minimumFractionDigits: 2,
    maximumFractionDigits: cost < 1 ? 4 : 2
  });
}
