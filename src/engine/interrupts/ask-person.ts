import { z } from 'zod';
import {
  GraphInterrupt,
  type LangGraphRunnableConfig
} from '@langchain/langgraph/web';
import {
  ENGLISH,
  approvalSchema,
  hashText,
  interruptSchema,
  type InterruptAnswer,
  type InterruptPayload,
  type InterruptRequest,
  type IReviewRequest
} from '../../contract';
import { defaultProblem, validateAnswer } from './validate-answer';

/**
 * The answers that questions were given, by the id of the question. A run hands
 * it to its graph as `configurable.answers`, and LangGraph to graphs within it.
 */
type Answers = ReadonlyMap<string, InterruptAnswer>;

/**
 * Pauses the graph from any of its nodes: a hook, a tool, a node of a plain
 * graph, a node of a subgraph. Like LangGraph's `interrupt()`, it throws until
 * there is an answer, and then the node runs again from its start: the code
 * before this call must be pure. The graph goes on without a resume value; the
 * answer is looked up.
 *
 * @param configurable of the node's config or runtime.
 * @throws if the request does not match its schema: a defect.
 */
export function askPerson(
  configurable: unknown,
  request: InterruptRequest
): InterruptAnswer {
  const whole = { ...addressOf(configurable), ...request };
  throwFor(requestProblem(whole));
  const question = interruptSchema.parse(whole);
  const { answers } = configurable as { answers?: Answers };
  const read = validateAnswer(
    question,
    answers?.get(question.interrupt_id),
    ENGLISH
  );
  return 'answer' in read ? read.answer : pause(configurable, question);
}

/**
 * The same for a review, whose decisions are in the journal: the node runs again
 * and finds them there.
 *
 * @param request with an `interrupt_id` if several pauses are one review.
 */
export function askApproval(
  configurable: unknown,
  request: IReviewRequest & { interrupt_id?: string }
): never {
  const review = {
    ...addressOf(configurable),
    kind: 'approval',
    ...request
  };
  const { error } = approvalSchema.safeParse(review);
  throwFor(error ? z.prettifyError(error) : null);
  return pause(configurable, review);
}

/**
 * What is wrong with a request whose addresses are filled in; null if it is
 * valid.
 */
export function requestProblem(request: unknown): string | null {
  const read = interruptSchema.safeParse(request);
  return read.success ? defaultProblem(read.data) : z.prettifyError(read.error);
}

function throwFor(problem: string | null): void {
  if (problem !== null) {
    throw new TypeError(`A request to pause cannot be used: ${problem}`);
  }
}

/** How many questions an execution of a node has asked so far. */
const asked = new WeakMap<object, number>();

/** The address of a question, which is the same each time its node runs. */
function addressOf(configurable: unknown): {
  interrupt_id: string;
  node_ref: string;
  step_id: string;
} {
  const { checkpoint_ns = '', __pregel_scratchpad: execution = {} } =
    configurable as { checkpoint_ns?: string; __pregel_scratchpad?: object };
  // `node:task`, preceded by those of the graphs around it.
  const [node, task] = (checkpoint_ns.split('|').at(-1) ?? '').split(':');
  const number = asked.get(execution) ?? 0;
  asked.set(execution, number + 1);
  return {
    interrupt_id: `${hashText(checkpoint_ns)}-${number}`,
    node_ref: node || 'node',
    step_id: task || 'step'
  };
}

/**
 * Throws what LangGraph's `interrupt()` throws. That one looks for the node's
 * config in an AsyncLocalStorage, which browsers do not have (langgraphjs #879).
 *
 * @param configurable of the node's config or runtime.
 * @param value what the graph pauses with.
 */
function pause(configurable: unknown, value: unknown): never {
  const { checkpoint_ns: id } = configurable as { checkpoint_ns?: string };
  throw new GraphInterrupt([{ id, value }]);
}

/** A pause of the graph: LangGraph's interrupt with a request of ours. */
export interface IGraphInterrupt {
  id: string;
  value: IReviewRequest | InterruptPayload;
}

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
