import type { IEvidencePiece, ITranslator } from '../../contract';

import { visibleName, visibleText } from '../render/visible-text';

/**
 * The name of a piece: its title, and its id if another piece has the same
 * title.
 */
export function evidenceName(
  { id, title }: Pick<IEvidencePiece, 'id' | 'title'>,
  pieces: readonly IEvidencePiece[],
  trans: ITranslator
): string {
  const shown = visibleText(title) || trans.__('No title');
  return pieces.some(other => other.id !== id && other.title === title)
    ? trans.__('%1, %2', shown, id)
    : shown;
}

/** Where a piece is from and when it ran, in words. */
export function evidencePlaceText(
  { cut, source, time }: IEvidencePiece,
  trans: ITranslator
): string {
  const from =
    source.from === 'variables'
      ? trans.__('variables of the kernel')
      : source.from === 'conversation'
        ? trans.__('an earlier conversation')
        : visibleName(source.notebook);
  const parts = [
    source.output === null
      ? from
      : trans.__('%1, output %2', from, source.output + 1),
    ...(time === null ? [] : [trans.__('ran %1', timeText(time))]),
    ...(cut ? [trans.__('only a part of it was kept')] : [])
  ];
  return parts.join(' · ');
}

function timeText(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? visibleText(time)
    : date.toLocaleString(undefined, {
        dateStyle: 'medium',
        timeStyle: 'short'
      });
}

/** What in a piece may identify a person, in a sentence. */
export function personalText(
  personal: IEvidencePiece['personal'],
  trans: ITranslator
): string {
  const words = personal.map(each => {
    switch (each) {
      case 'e-mail':
        return trans.__('e-mail addresses');
      case 'phone':
        return trans.__('phone numbers');
      case 'name':
        return trans.__('names of people');
    }
  });
  return trans.__('It may contain %1.', words.join(', '));
}
