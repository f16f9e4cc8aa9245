import { z } from 'zod';

import type {
  ICardDrawing,
  ICustomAnswer,
  InterruptRequest,
  IWorkflowCard
} from '../../contract';
import { askPerson } from './ask-person';

/** The request for a card of another extension. */
export interface ICardRequest {
  workflow: string;
  cards: Readonly<Record<string, IWorkflowCard>>;
  card: string;
  data: Record<string, unknown>;
}

/**
 * Pauses the graph with a card of another extension. Its request is checked
 * against the schema of the card, its content against what can be drawn, and
 * the answer against the buttons and the form that were shown.
 *
 * @returns null if it was cancelled, or no answer could be used.
 * @throws TypeError if the request is invalid: a defect of the extension.
 */
export function askCard(
  configurable: unknown,
  request: ICardRequest
): ICustomAnswer | null {
  const answer = askPerson(configurable, requestOf(request));
  return 'button' in answer ? answer : null;
}

function requestOf({
  workflow,
  cards,
  card,
  data
}: ICardRequest): InterruptRequest {
  const declared = Object.hasOwn(cards, card) ? cards[card] : undefined;
  if (!declared) {
    throw new TypeError(`The workflow ${workflow} has no card “${card}”.`);
  }
  const read = z.fromJSONSchema(declared.data).safeParse(data);
  if (!read.success) {
    throw new TypeError(
      `What the workflow ${workflow} asks with does not fit its card “${card}”: ${z.prettifyError(read.error)}`
    );
  }
  const drawing: ICardDrawing = declared.draw(
    read.data as Record<string, unknown>
  );
  const { title, text, blocks = [], form, buttons } = drawing;
  return {
    kind: 'custom',
    workflow,
    card,
    title,
    ...(text !== undefined && { text }),
    blocks,
    ...(form && {
      schema: form.schema as { type: 'object' },
      values: form.values ?? {}
    }),
    buttons
  };
}
