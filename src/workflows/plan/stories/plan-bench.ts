import type { RunnableConfig } from '@langchain/core/runnables';
import {
  INTERRUPT,
  MemorySaver,
  isInterrupted
} from '@langchain/langgraph/web';

import {
  type EventBody,
  ENGLISH,
  type IMemoryEntry,
  type IMemoryObservation,
  type InterruptPayload,
  type MemoryKind,
  DEFAULT_SETTINGS,
  type IPlanSettings
} from '../../../contract';
import { askPerson } from '../../../engine/graph-interrupts/ask-person';
import type {
  IPlanMessage,
  AnswerShape,
  IPlanTool,
  IStepTask
} from '../plan-ports';
import { planGraph } from '../plan-graph';
import type { PlanStateValue, IStepWork } from '../plan-state';

export interface IPause {
  id: string;
  value: InterruptPayload;
}

const DRAFT = {
  category: 'cleaning',
  steps: [
    { title: 'Load', does: 'Load the file' },
    { title: 'Clean', does: 'Drop rows', needs: [1] }
  ]
};

/** A plan's graph with fake ports and a real saver. */
export class PlanBench {
  /** Answers by name of the request; the last one is repeated. */
  answers: Record<string, unknown[]> = {
    route: [{ route: 'tool_required', reason: '' }],
    clarify: [{ clarity: 1, questions: [], assumptions: [] }],
    plan: [DRAFT],
    arguments: [{ tools: [] }],
    summarise: [{ summary: 'All done.' }]
  };

  settings: IPlanSettings = structuredClone(DEFAULT_SETTINGS.plan);
  memories: { entry: IMemoryEntry; likeness: number; clear?: boolean }[] = [];
  tools: IPlanTool[] = [];
  /** Names of tools whose calls reach out. */
  readonly reaching = new Set<string>();
  /** Titles of steps whose work asks with a card of its own. */
  asking: string[] = [];
  modelFails = false;
  /** What the requests have cost. */
  spent = { tokens: 0, cost: 0 };
  /** In ms; each look at the clock takes one. */
  time = 0;
  /** How often the list of tools was updated. */
  checks = 0;
  readonly cells: string[] = [];
  readonly requests: string[] = [];
  /** Kind and limit of each search. */
  readonly limits: string[] = [];
  /** Text of the last request. */
  prompt = '';
  readonly prompts: Record<string, string> = {};
  messages: readonly IPlanMessage[] = [];

  readonly runs: string[] = [];
  readonly events: EventBody[] = [];
  readonly collected: IMemoryObservation[] = [];
  readonly stored: string[] = [];
  /** The last version of each stored file, by name. */
  readonly planFiles: Record<string, unknown> = {};
  /** What a step does; it succeeds if not given. */
  work: (task: IStepTask) => Partial<IStepWork> = () => ({});
  /** Answers by question, as the log of a thread has them. */
  private readonly _given = new Map<string, unknown>();
  private readonly _config = {
    configurable: { thread_id: 't', answers: this._given }
  };

  private readonly _graph = planGraph(
    {
      model: {
        has: async () => ({ calls: true, json: true }),
        ask: async (messages, shape) => this._ask(messages, shape)
      },
      memory: {
        domain: () => 'python',
        search: async (kind: MemoryKind, _text, limit) => {
          this.limits.push(`${kind} ${limit}`);
          return this.memories
            .filter(({ entry }) => entry.kind === kind)
            .slice(0, limit);
        },
        collect: seen => void this.collected.push(...seen)
      },
      tools: {
        check: async () => {
          this.checks++;
        },
        named: () => this.tools,
        reachesOut: name => this.reaching.has(name)
      },
      steps: { run: async (task, config) => this._run(task, config) },
      planFiles: {
        keep: async (_session, name, { json }) => {
          this.stored.push(name);
          this.planFiles[name] = json;
          return null;
        }
      },
      settings: () => this.settings,
      spent: async () => this.spent,
      putCell: async markdown => {
        this.cells.push(markdown);
        return true;
      },
      notebook: () => 'Notes.ipynb',
      checkNumbers: async () => [],
      schemasOnly: () => false,
      standingInstructions: () => 'Answer in Danish.',
      notebookContext: async () => 'Columns: species',
      level: () => undefined,
      emit: event => void this.events.push(event),
      now: () => this.time++,
      trans: ENGLISH
    },
    new MemorySaver()
  );

  start(task = 'Clean the penguins', more: object = {}): Promise<IPause[]> {
    return this._go({ session: 's', task, ...more });
  }

  /** Answers one pause by its id; the others keep waiting. */
  answer({ value }: IPause, answer: unknown): Promise<IPause[]> {
    this._given.set(value.interrupt_id, answer);
    return this._go(null);
  }

  /** Accepts the plan as it is. */
  accept(pause: IPause, more: object = {}): Promise<IPause[]> {
    const { steps } = pause.value as { steps?: unknown };
    return this.answer(pause, { action: 'accept', steps, ...more });
  }

  /** The pauses it waits at. */
  async open(): Promise<IPause[]> {
    const { tasks } = await this._graph.getState(this._config);
    return tasks.flatMap(({ interrupts }) => interrupts as IPause[]);
  }

  async state(): Promise<PlanStateValue> {
    return (await this._graph.getState(this._config)).values as PlanStateValue;
  }

  async statuses(): Promise<Record<string, string>> {
    const { plan, outcomes } = await this.state();
    return Object.fromEntries(
      plan.map(({ id, title }) => [title, outcomes[id]?.status ?? 'none'])
    );
  }

  private async _go(input: unknown): Promise<IPause[]> {
    const result: unknown = await this._graph.invoke(input as never, {
      ...this._config,
      recursionLimit: 200
    });
    return isInterrupted(result) ? (result[INTERRUPT] as IPause[]) : [];
  }

  private _ask(
    messages: readonly IPlanMessage[],
    shape: AnswerShape
  ): { call?: unknown; text: string } {
    const name = shape.as === 'call' ? shape.name : shape.as;
    this.requests.push(name);
    this.prompt = messages.at(-1)?.text ?? '';
    this.prompts[name] = this.prompt;
    this.messages = messages;
    if (this.modelFails) {
      throw new Error('The model is not there.');
    }
    if (!messages[0].text.includes('Danish')) {
      throw new Error('The person’s language is missing.');
    }
    if (shape.as !== 'call') {
      return { text: 'You are welcome.' };
    }
    const next = (of: string): unknown => {
      const left = this.answers[of];
      return left.length > 1 ? left.shift() : left[0];
    };
    // One request for the route, the questions and the plan.
    const { route } = (shape.schema.properties ?? {}) as { route?: unknown };
    const call = route
      ? oneAnswer(['route', 'clarify', 'plan'].map(next))
      : next(name);
    return { call, text: '' };
  }

  private _run(task: IStepTask, config: RunnableConfig): IStepWork {
    const { title } = task.step;
    if (this.asking.includes(title)) {
      askPerson(config.configurable, {
        kind: 'confirm',
        title: `Cell of ${title}`
      });
    }
    this.runs.push(task.before ? `${title} again` : title);
    return {
      calls: [
        {
          tool: 'run_cells',
          outcome: 'done' as const,
          text: `${title} went well`,
          ms: 1,
          arguments: {}
        }
      ],
      text: `Did ${title}`,
      cells: [`cell-${task.step.id}`],
      ...this.work(task)
    };
  }
}

/** Several answers in one, unless one of them is none. */
export function oneAnswer(answers: unknown[]): unknown {
  return (
    answers.find(each => typeof each === 'string') ??
    Object.assign({}, ...(answers as object[]))
  );
}
