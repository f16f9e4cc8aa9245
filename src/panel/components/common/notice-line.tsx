import { focusComposer } from './focus-beyond';
import { Button } from './button';

export interface INoticeLine {
  text: string;
  /** Label of its only button; pressing it moves focus to the message box. */
  label: string;
  onPress(): void;
}

/** A sentence in the conversation, with one action. */
export function NoticeLine({ text, label, onPress }: INoticeLine) {
  return (
    <div className="jp-Cellwright-notice">
      {text}{' '}
      <Button
        look="link"
        onClick={event => {
          focusComposer(event.currentTarget);
          onPress();
        }}
      >
        {label}
      </Button>
    </div>
  );
}
