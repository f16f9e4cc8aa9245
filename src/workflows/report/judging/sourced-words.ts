import type { IEvidence } from '../../../contract';
import { readReport, traceNumbers } from '../../../report';

/**
 * A model's text about evidence, without sentences that name no piece or
 * contain a number that is not in the evidence.
 */
export function sourcedWords(
  text: string,
  evidence: readonly IEvidence[],
  language: string
): string {
  return text
    .split(
      /(?<=[.!?。]["”»)]?(?:\s{0,9}\[\[[^[\]]{0,99}\]\]){0,9})\s+(?!\[\[)(?=\S)/u
    )
    .filter(sentence => {
      const { tree, problems } = readReport(sentence, evidence, language);
      return (
        /\[\[\s*e\d/.test(sentence) &&
        problems.length === 0 &&
        traceNumbers(tree, evidence, language).numbers.every(
          ({ how, elsewhere }) => how !== 'untraced' && !elsewhere
        )
      );
    })
    .join(' ')
    .trim();
}
