import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import type { InterruptPayload, InterruptRequest } from '../../contract';
import { askPerson } from './ask-person';

/** An answer to a card of this kind, as its default is one. */
type Answer<K> = Extract<InterruptPayload, { kind: K }>['default'];

/**
 * Pauses with a card. Pure, as all that stands before it in a node.
 *
 * @returns undefined where nobody answered.
 */
export function askCard<K extends InterruptPayload['kind']>(
  { configurable }: LangGraphRunnableConfig,
  request: InterruptRequest & { kind: K }
): Answer<K> {
  const answer = askPerson(configurable, request);
  // It was checked to be an answer to this card.
  return 'cancelled' in answer ? undefined : (answer as Answer<K>);
}
