/** A small button of a list that is changed by hand; focus finds it by its control. */
export function ControlButton({
  control,
  sign,
  label,
  disabled,
  onPress
}: {
  control: string;
  sign: string;
  label: string;
  disabled: boolean;
  onPress(): void;
}) {
  return (
    <button
      type="button"
      data-control={control}
      className="jp-Cellwright-iconButton"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onPress}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
