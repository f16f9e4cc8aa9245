import type { IClarifyingQuestion } from '../../contract';

/** The draft of an answer to one question. */
export interface IClarifyingDraft {
  text: string;
  /** Whether it is in the person's own words instead of one of the choices. */
  own: boolean;
}

/** @param kept the draft so far, as it was read from storage. */
export function clarifyingDraftOf(
  { id, choices, default: usual }: IClarifyingQuestion,
  kept: Record<string, unknown> | undefined
): IClarifyingDraft {
  const draft = kept?.[id] as Partial<IClarifyingDraft> | undefined;
  return typeof draft?.text === 'string'
    ? { text: draft.text, own: draft.own === true }
    : { text: usual, own: !choices.includes(usual) && usual !== '' };
}

/** The answers by question; questions without an answer are left out. */
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
