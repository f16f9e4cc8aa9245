import { visibleText } from '../../render/visible-text';

/** Why something was not done, where it was asked for; nothing where it was. */
export function Refused({ text }: { text: string | null | undefined }) {
  return text ? (
    <p className="jp-Cellwright-refused" role="alert">
      {visibleText(text)}
    </p>
  ) : null;
}
