import {
  MemorySaver,
  Annotation,
  Command,
  type StateGraph
} from '@langchain/langgraph/web';

import {
  ENGLISH,
  type InterruptAnswer,
  type InterruptPayload,
  type InterruptRequest
} from '../../contract';
import { validateAnswer } from '../interrupts/validate-answer';

/** What the nodes of a pausing graph have learnt, and what they did. */
export const Learnt = Annotation.Root({
  answers: Annotation<Record<string, unknown>>({
    reducer: (left, right) => ({ ...left, ...right }),
    default: () => ({})
  }),
  effects: Annotation<string[]>({
    reducer: (left, right) => [...left, ...right],
    default: () => []
  })
});

export type LearntGraph = StateGraph<
  typeof Learnt.spec,
  typeof Learnt.State,
  typeof Learnt.Update,
  string
>;

/** A pause, and what it asks. */
export interface IPause {
  interruptId: string;
  pending: InterruptPayload;
}

interface IRunnable {
  stream(input: unknown, config: unknown): Promise<AsyncIterable<unknown>>;
  getState(config: unknown): Promise<{
    values: typeof Learnt.State;
    next: string[];
    tasks: { interrupts: unknown[] }[];
  }>;
}

/** A plain graph in the page, driven like the graph of a thread. */
export class PausingGraph {
  readonly saver = new MemorySaver();
  private readonly _graph: IRunnable;
  /** Of questions, by question: see `askPerson`. */
  readonly answers = new Map<string, InterruptAnswer>();
  private readonly _config = {
    configurable: { thread_id: 'thread', answers: this.answers }
  };

  constructor(graph: LearntGraph) {
    this._graph = graph.compile({
      checkpointer: this.saver
    }) as unknown as IRunnable;
  }

  /** Runs until it pauses or ends; with null it goes on. */
  run(input: unknown = { answers: {} }): Promise<IPause[]> {
    return this._stream(input);
  }

  /** Answers one question; the graph continues. */
  async answer(pending: IPause, answer: unknown): Promise<IPause[]> {
    const read = validateAnswer(pending.pending, answer, ENGLISH);
    if ('problem' in read) {
      throw new Error(read.problem);
    }
    this.answers.set(pending.interruptId, read.answer);
    return this.run(null);
  }

  /** Goes on with a resume value, which nothing of ours does. */
  resume(value: unknown): Promise<IPause[]> {
    return this._stream(new Command({ resume: value }));
  }

  async state() {
    return this._graph.getState(this._config);
  }

  private async _stream(input: unknown): Promise<IPause[]> {
    const pending: IPause[] = [];
    const stream = await this._graph.stream(input, {
      ...this._config,
      streamMode: 'updates',
      durability: 'sync'
    });
    for await (const part of stream) {
      const { __interrupt__: pauses = [] } = part as {
        __interrupt__?: { id: string; value: InterruptPayload }[];
      };
      pending.push(
        ...pauses.map(({ value }) => ({
          interruptId: value.interrupt_id,
          pending: value
        }))
      );
    }
    return pending;
  }
}

/** One question of each kind. */
export const CATALOGUE: Record<
  'confirm' | 'option' | 'form' | 'custom',
  { request: InterruptRequest; answer: unknown }
> = {
  confirm: {
    request: { kind: 'confirm', title: 'Drop the table' },
    answer: { confirmed: true }
  },
  option: {
    request: {
      kind: 'option',
      title: 'Which columns',
      multiple: true,
      options: [
        { value: 'a', label: 'A' },
        { value: 'b', label: 'B' }
      ]
    },
    answer: { chosen: ['a', 'b'], other: 'and the index' }
  },
  form: {
    request: {
      kind: 'form',
      title: 'How to export',
      schema: {
        type: 'object',
        properties: {
          rows: { type: 'integer', title: 'Rows', minimum: 1 },
          format: { enum: ['csv', 'parquet'] }
        },
        required: ['rows']
      }
    },
    answer: { values: { rows: 10, format: 'csv' } }
  },
  custom: {
    request: {
      kind: 'custom',
      workflow: 'names',
      card: 'choice',
      title: 'Choose a name',
      blocks: [{ kind: 'list', items: ['mass', 'weight'] }],
      schema: {
        type: 'object',
        properties: { name: { type: 'string', title: 'Name', minLength: 1 } },
        required: ['name']
      },
      values: { name: 'mass' },
      buttons: [
        { name: 'take', label: 'Take it', fills: true },
        { name: 'keep', label: 'Keep the old one' }
      ]
    },
    answer: { button: 'take', values: { name: 'weight' } }
  }
};
