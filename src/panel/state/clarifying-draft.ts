import type { IClarifyingQuestion } from '../../contract';

/** What is put down as the answer to one question. */
export interface IClarifyingDraft {
  text: string;
  /** In the person's own words, and none of the choices. */
  own: boolean;
}

/** @param kept what was put down so far, as it came back from storage. */
export function clarifyingDraftOf(
  { id, choices, default: usual }: IClarifyingQuestion,
  kept: Record<string, unknown> | undefined
): IClarifyingDraft {
  const draft = kept?.[id] as Partial<IClarifyingDraft> | undefined;
  return typeof draft?.text === 'string'
    ? { text: draft.text, own: draft.own === true }
    : { text: usual, own: !choices.includes(usual) && usual !== '' };
}

/** The answers by question; what nothing was put down for is left out. */
export function clarifyingAnswers(
  questions: readonly IClarifyingQuestion[],
  kept: Record<string, unknown> | undefined
): Record<string, string> {
  return Object.fromEntries(
    questions
      .map(
        question =>
          [question.id, clarifyingDraftOf(question, kept).text.trim()] as const
      )
      .filter(([, text]) => text !== '')
  );
}
