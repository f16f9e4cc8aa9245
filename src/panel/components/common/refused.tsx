import { visibleProse } from '../../render/visible-text';

/**
 * Why something was not done, shown where it was requested; renders nothing if
 * it was done.
 */
export function Refused({ text }: { text: string | null | undefined }) {
  return text ? (
    <p className="jp-Cellwright-refused" role="alert">
      {visibleProse(text)}
    </p>
  ) : null;
}
