import type { ICellMark, ITranslator } from '../../contract';
import { ruleText } from '../../contract/agent/rule-text';

/** Who proposed a cell and who approved it, in sentences. */
export function describeMark(mark: ICellMark, trans: ITranslator): string {
  const sentences = [];
  if (mark.model) {
    sentences.push(trans.__('Proposed by %1.', mark.model));
  }
  if (mark.by) {
    sentences.push(approval(mark, trans));
  }
  if (mark.edited) {
    sentences.push(trans.__('Edited before it was approved.'));
  }
  return sentences.join(' ');
}

function approval({ by, at }: ICellMark, trans: ITranslator): string {
  const time = new Date(at);
  const when = Number.isNaN(time.getTime())
    ? null
    : time.toLocaleString(undefined, {
        dateStyle: 'medium',
        timeStyle: 'short'
      });
  // If the notebook was passed on, that need not be the reader.
  if (by === 'person') {
    return when === null
      ? trans.__('Approved by a person.')
      : trans.__('Approved by a person, %1.', when);
  }
  const rule = ruleText(by, trans);
  return when === null
    ? trans.__('Allowed by the rule “%1”.', rule)
    : trans.__('Allowed by the rule “%1”, %2.', rule, when);
}
