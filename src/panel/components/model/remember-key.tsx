import type { IModelService } from '../../../contract';
import { usePanel } from '../common/panel-context';

/** Whether a key is kept on this device, where, and why it can't be. */
export function RememberKey({
  on,
  remembering,
  where,
  onChange
}: {
  on: boolean;
  remembering: IModelService['remembering'];
  /** Where it is kept, unless `remembering` says so. */
  where: string;
  onChange(remember: boolean): void;
}) {
  const { trans } = usePanel().services;
  return (
    <>
      <label className="jp-Cellwright-check">
        <input
          type="checkbox"
          checked={on && remembering.ok}
          disabled={!remembering.ok}
          onChange={event => onChange(event.target.checked)}
        />
        <span>{trans.__('Remember on this device')}</span>
      </label>
      <p className="jp-Cellwright-hint">
        {remembering.ok ? (remembering.where ?? where) : remembering.why}
      </p>
    </>
  );
}
