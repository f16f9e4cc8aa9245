/** A small button in an editable list; focus finds it by its control name. */
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
