import type { ITranslator } from '../text/translator';
import type { StaleMark } from './evidence';

/**
 * Why a piece of evidence may differ from what its cell would give now, in a
 * sentence.
 */
export function staleText(mark: StaleMark, trans: ITranslator): string {
  switch (mark) {
    case 'changed':
      return trans.__('The cell was changed after it ran.');
    case 'out-of-order':
      return trans.__('A cell above it ran later.');
    case 'other-kernel':
      return trans.__('It ran on another kernel, or before a restart.');
    case 'unknown':
      return trans.__('There is no record of when it ran, or on which kernel.');
  }
}
