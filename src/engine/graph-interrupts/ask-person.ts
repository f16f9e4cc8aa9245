import { z } from 'zod';
import {
  ENGLISH,
  MAX_ROUNDS,
  approvalSchema,
  hashText,
  interruptSchema,
  type InterruptAnswer,
  type InterruptPayload,
  type InterruptRequest,
  type IReviewRequest
} from '../../contract';
import { defaultProblem, validateAnswer } from './validate-answer';
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons';
import { interrupt } from '@langchain/langgraph/web';

/**
 * Pauses the graph from any of its nodes: a hook, a tool, a node of a plain
 * graph, a node of a subgraph. Like LangGraph's `interrupt()`, it throws until
 * there is an answer, and then the node runs again from its start: the code
 * before this call must be pure.
 *
 * An answer meant for another question of the node is ignored. So is one that
 * does not fit, and the graph pauses with the same question again, up to
 * `MOST_ROUNDS` times; after that it continues as if the question was
 * cancelled, and the answer says why.
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
  const asked = interruptSchema.parse(whole);
  for (let round = 0; round < MAX_ROUNDS;) {
    const found = answerIn(interruptIn(configurable, asked), asked);
    if (found === null) {
      round++;
    } else if (found !== 'of another') {
      return found;
    }
  }
  return { cancelled: true, why: 'rounds' };
}

/**
 * The same for a review. Its decisions are in the journal, so the graph goes on
 * without a resume value: the node runs again and finds them there.
 *
 * @param request with an `interrupt_id` if several pauses are one review.
 */
export function askApproval(
  configurable: unknown,
  request: IReviewRequest & { interrupt_id?: string }
): never {
  const asked = {
    ...addressOf(configurable),
    kind: 'approval',
    ...request
  };
  const { error } = approvalSchema.safeParse(asked);
  throwFor(error ? z.prettifyError(error) : null);
  for (;;) {
    // Throws; a resume value that is meant for something else is no decision.
    interruptIn(configurable, asked);
  }
}

/** The resume value that answers one question and no other. */
export function resumeValueOf(
  { interrupt_id }: InterruptPayload,
  answer: InterruptAnswer
): unknown {
  return { interrupt_id, answer };
}

const addressed = z.object({ interrupt_id: z.string(), answer: z.unknown() });

/**
 * The part of a resume value that answers this question. A bare value, as
 * clients of LangGraph send it, answers the question that waits.
 */
function answerIn(
  resumed: unknown,
  asked: InterruptPayload
): InterruptAnswer | 'of another' | null {
  const whole = addressed.safeParse(resumed);
  if (whole.success && whole.data.interrupt_id !== asked.interrupt_id) {
    return 'of another';
  }
  const read = validateAnswer(
    asked,
    whole.success ? whole.data.answer : resumed,
    ENGLISH
  );
  return 'answer' in read ? read.answer : null;
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

/** The address of a question, which is the same each time its node runs. */
function addressOf(configurable: unknown): {
  interrupt_id: string;
  node_ref: string;
  step_id: string;
} {
  const { checkpoint_ns = '', __pregel_scratchpad: pad } = (configurable ??
    {}) as {
    checkpoint_ns?: string;
    __pregel_scratchpad?: { interruptCounter: number };
  };
  // `node:task`, preceded by those of the graphs around it. LangGraph takes its
  // id of a node's first question for the later ones too, so an answer names
  // the question by its number.
  const [node, task] = (checkpoint_ns.split('|').at(-1) ?? '').split(':');
  const number = (pad?.interruptCounter ?? -1) + 1;
  return {
    interrupt_id: `${hashText(checkpoint_ns)}-${number}`,
    node_ref: node || 'node',
    step_id: task || 'step'
  };
}

/**
 * Browsers have no AsyncLocalStorage, so LangGraph's `interrupt()` throws
 * "Called interrupt() outside the context of a graph" (langgraphjs #879).
 * `interrupt()` itself is synchronous: a store that holds its value only while
 * a callback runs is enough, and cannot leak into another thread's work.
 */
class SyncScope {
  private _store: unknown;

  getStore(): unknown {
    return this._store;
  }

  run<T>(store: unknown, callback: () => T): T {
    const outer = this._store;
    this._store = store;
    try {
      return callback();
    } finally {
      this._store = outer;
    }
  }

  enterWith(): void {
    // It would outlive the callback, which nothing here may do.
  }
}

let installed = false;

/**
 * `interrupt()` for a middleware hook in the page.
 *
 * @param configurable `runtime.configurable` of the hook.
 * @param request what the graph pauses with.
 * @returns the resume value. Throws LangGraph's `GraphInterrupt` until there is one.
 */
function interruptIn<T>(configurable: unknown, request: unknown): T {
  if (!installed) {
    AsyncLocalStorageProviderSingleton.initializeGlobalInstance(
      new SyncScope()
    );
    installed = true;
  }
  // The third argument of runWithConfig must stay out: `true` drops the config.
  return AsyncLocalStorageProviderSingleton.runWithConfig(
    { configurable: configurable as Record<string, unknown> },
    () => interrupt(request)
  ) as T;
}

/** A pause of the graph: LangGraph's interrupt with a request of ours. */
export interface IGraphInterrupt {
  /** The id that a resume is addressed to. */
  id: string;
  value: IReviewRequest | InterruptPayload;
}
