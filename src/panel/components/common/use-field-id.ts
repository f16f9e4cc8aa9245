import { UUID } from '@lumino/coreutils';
import { useId } from 'react';

/** Random in each page. */
export const PAGE = `cellwright-${UUID.uuid4()}`;

/**
 * An id for an element. No text that is drawn in the page can refer to it,
 * since it is another one in each page.
 */
export function useFieldId(): string {
  return PAGE + useId().replaceAll(':', '-');
}
