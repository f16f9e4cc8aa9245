import { costText, filledPercent, usageText } from '../usage';
import { usePanel, usePanelState } from './panel-context';

/** Which model, how full its context is, and the way to its settings. */
export function ModelLine() {
  const store = usePanel();
  const { trans, models } = store.services;
  usePanelState(state => state.modelRevision);
  const usage = usePanelState(state => state.thread.usage);
  const run = usePanelState(state => state.thread.run);
  const open = usePanelState(state => state.modelForm !== null);
  const retrying = usePanelState(state => state.thread.retry !== null);
  const waiting = usePanelState(state => state.thread.pending.length > 0);
  const state = retrying
    ? trans.__('trying again')
    : waiting
      ? trans.__('waits for your decision')
      : run
        ? trans.__('working')
        : trans.__('ready');
  const name = models.isDemo
    ? trans.__('Demo (scripted, not an AI)')
    : models.label;
  const context =
    run?.model.contextWindow ?? models.abilities.contextWindow ?? null;
  const filled = filledPercent(usage, context);
  const words = usageText(usage, filled, trans);
  return (
    <>
      <button
        type="button"
        className="jp-Cellwright-modelName"
        aria-expanded={open}
        aria-label={trans.__('Model: %1', name)}
        title={trans.__('%1: %2. Choose another model', name, state)}
        onClick={() => (open ? store.closeModelForm() : store.openModelForm())}
      >
        <span>{name}</span>
        <span aria-hidden="true"> ▾</span>
      </button>
      {retrying ? (
        <span className="jp-Cellwright-modelState">{state}</span>
      ) : null}
      <span className="jp-Cellwright-grow" />
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
    </>
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
