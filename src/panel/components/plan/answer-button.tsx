import { DECIDES } from '../../trust/is-persons-event';
import { Button } from '../common/button';
import { usePanel } from '../common/panel-context';

/** A button that answers a card; the first one shows its keys. */
export function AnswerButton({
  label,
  name,
  first = false,
  disabled,
  onPress
}: {
  label: string;
  /** Accessible name, if the label alone is not clear. */
  name?: string;
  /** What Ctrl or Cmd and Enter does. */
  first?: boolean;
  disabled: boolean;
  onPress(event: Event): void;
}) {
  const { trans } = usePanel().services;
  return (
    <Button
      {...DECIDES}
      {...(first
        ? {
            look: 'primary' as const,
            'aria-keyshortcuts': 'Control+Enter Meta+Enter',
            title: trans.__('Ctrl/Cmd+Enter')
          }
        : {})}
      {...(name ? { 'aria-label': name } : {})}
      disabled={disabled}
      onClick={({ nativeEvent }) => onPress(nativeEvent)}
    >
      {label}
    </Button>
  );
}
