import { Button } from '../components/common/button';
import { usePanel } from '../components/common/panel-context';
import {
  ActionButton,
  CardContext,
  decides,
  type Press
} from './action-button';
import type { Action } from './card';
import { Fields, type SetField } from './fields';

/** The buttons of a card; in their place what one of them asks for first. */
export function Actions({
  actions,
  asking,
  first,
  disabled,
  problemOf,
  press,
  onChange,
  onBack
}: {
  actions: readonly Action[];
  /** The one that asks for something now. */
  asking: Action | null;
  /** The one that Ctrl+Enter presses; null for none. */
  first: Action | null;
  /** Whether an answer is on its way. */
  disabled: boolean;
  /** Why it cannot be sent yet; null if it can. */
  problemOf(action: Action): string | null;
  press: Press;
  onChange: SetField;
  onBack(): void;
}) {
  const { trans } = usePanel();
  if (!asking) {
    return (
      <div className="jp-Cellwright-actions jp-mod-wrap">
        {actions.map(action => (
          <ActionButton
            key={action.name}
            action={action}
            look={action === first ? 'primary' : undefined}
            disabled={
              disabled || (decides(action) && problemOf(action) !== null)
            }
            press={press}
          />
        ))}
      </div>
    );
  }
  const problem = problemOf(asking);
  return (
    <div className="jp-Cellwright-remark">
      <CardContext.Provider value={{ disabled }}>
        <Fields fields={asking.asks ?? []} onChange={onChange} />
      </CardContext.Provider>
      {problem ? (
        <p className="jp-Cellwright-refused" role="status">
          {problem}
        </p>
      ) : null}
      <div className="jp-Cellwright-actions jp-mod-wrap jp-mod-flush">
        <ActionButton
          action={{
            name: asking.name,
            label: asking.send ?? asking.label
          }}
          look="primary"
          disabled={disabled || problem !== null}
          press={press}
        />
        <Button onClick={onBack}>{trans.__('Back')}</Button>
      </div>
    </div>
  );
}
