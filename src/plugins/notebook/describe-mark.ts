import type { ICellMark, ITranslator } from '../../contract';
import { ruleText } from '../../contract/agent/rule-text';
import { spoken } from '../../contract/text/spoken';

/**
 * Who proposed a cell and who approved it, in sentences. All of it stands in the
 * notebook's file, which anybody may have written, so it is the file that says
 * so.
 */
export function describeMark(mark: ICellMark, trans: ITranslator): string {
  const sentences = [];
  if (mark.model) {
    sentences.push(trans.__('Proposed by %1.', spoken(mark.model)));
  }
  if (mark.by) {
    sentences.push(approval(mark, trans));
  }
  if (mark.edited) {
    sentences.push(trans.__('Edited before it was approved.'));
  }
  return trans.__('The file says: %1', sentences.join(' '));
}

function approval({ by, at }: ICellMark, trans: ITranslator): string {
  const time = new Date(at);
  const when = Number.isNaN(time.getTime())
    ? null
    : time.toLocaleString(undefined, {
        dateStyle: 'medium',
        timeStyle: 'short'
      });
  if (by === 'person') {
    return when === null
      ? trans.__('Approved by a person.')
      : trans.__('Approved by a person, %1.', when);
  }
  const rule = spoken(ruleText(by, trans));
  return when === null
    ? trans.__('Allowed by the rule %1.', rule)
    : trans.__('Allowed by the rule %1, %2.', rule, when);
}
