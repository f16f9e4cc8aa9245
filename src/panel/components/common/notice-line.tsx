import { focusComposer } from './focus-beyond';
import { Button } from './button';

export interface INoticeLine {
  text: string;
  /** Of the one thing to press; the message box has the focus then. */
  label: string;
  onPress(): void;
}

/** A sentence in the conversation, with one thing that can be done about it. */
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
