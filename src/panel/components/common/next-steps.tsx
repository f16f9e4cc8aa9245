import { visibleProse } from '../../render/visible-text';
import { Button } from './button';
import { focusComposer } from './focus';
import { usePanel } from './panel-context';

/** What the person may send next; nothing if there is nothing. */
export function NextSteps({ items }: { items: readonly string[] }) {
  const { store, trans } = usePanel();
  return items.length === 0 ? null : (
    <div
      className="jp-Cellwright-chips"
      role="group"
      aria-label={trans.__('Next steps')}
    >
      {items.map((next, index) => (
        <Button
          key={index}
          className="jp-Cellwright-chip"
          onClick={event => {
            // The person did not write it, so they read it before it is sent.
            focusComposer(event.currentTarget);
            store.composing.ask({ prompt: next });
          }}
        >
          {visibleProse(next)}
        </Button>
      ))}
    </div>
  );
}
