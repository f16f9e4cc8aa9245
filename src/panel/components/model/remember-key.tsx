import type { IModelService } from '../../../contract';
import { CheckBox } from '../common/field';
import { Hint } from '../common/notice';
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
  const { trans } = usePanel();
  return (
    <>
      <CheckBox
        label={trans.__('Remember on this device')}
        checked={on && remembering.ok}
        disabled={!remembering.ok}
        onChange={onChange}
      />
      <Hint>
        {remembering.ok ? (remembering.where ?? where) : remembering.why}
      </Hint>
    </>
  );
}
