import { usePanelState } from './common/panel-context';

/**
 * Announces what is going on. Two regions take turns, so that the same sentence
 * is read out again when it is announced twice.
 */
export function LiveRegion() {
  const { text, count } = usePanelState(state => state.announced);
  return (
    <div className="jp-Cellwright-hidden">
      <div role="status" aria-live="polite">
        {count % 2 === 0 ? text : ''}
      </div>
      <div role="status" aria-live="polite">
        {count % 2 === 1 ? text : ''}
      </div>
    </div>
  );
}
