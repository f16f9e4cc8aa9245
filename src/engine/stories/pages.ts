import type { BaseMessage } from '@langchain/core/messages';
import {
  hashText,
  type Decision,
  type IAgentSettings,
  type ICellRun,
  type IFiles,
  type IJournal,
  type INotebook,
  type IReviewCard,
  type ITool,
  type UnclearChoice
} from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook, printed } from '../../testing/fake-notebook';
import { FakeShell } from '../../testing/fake-shell';
import { ScriptedModel, type Script } from '../../testing/scripted-model';
import { TOOLS } from '../../tools';
import { buildGraph, type AgentGraph } from '../run/middleware-chain';
import { NO_INSTRUCTIONS } from '../context/instructions';
import type { IGraphInterrupt } from '../graph-interrupts/ask-person';
import type { Run } from '../run/run';
import { engineStores } from './engine-stores';
import { onlyModel, runOf } from './run-of';

const AT = { threadId: 'thread', branch: '' };
const CONFIG = { configurable: { thread_id: 'thread' } };

/** A point at which the page dies: before or after a record is durable. */
export interface IDeath {
  when: 'before' | 'after';
  what: 'intend' | 'effect' | 'finish';
  /** The number of that record, from 1. */
  nth?: number;
}

/** What outlives a page: storage, the notebook, the kernel, the files. */
export class World {
  private readonly _stores = engineStores();
  readonly journal = this._stores.journal;
  readonly checkpointer = this._stores.checkpointer;
  readonly imageStore = this._stores.imageStore;
  readonly notebook: FakeNotebook;
  readonly files: FakeFiles;
  readonly shell = new FakeShell();
  /** Sources in the order the kernel ran them. */
  readonly kernel: string[] = [];
  /** Whether the kernel knows what became of a request. */
  remembers = true;
  /** The page dies while the kernel runs this source. */
  dieIn: string | null = null;
  settings: Partial<IAgentSettings>;
  /** How cards are decided; approved if not given. */
  decision: (card: IReviewCard) => Decision = () => ({ type: 'approve' });
  /** What is said of calls that may have run; null if nobody answers. */
  choice: UnclearChoice | null = 'run';
  private _results = new Map<string, ICellRun>();

  private _died: () => void = () => undefined;

  constructor(
    readonly tools: readonly ITool[] = TOOLS,
    options: {
      notebook?: FakeNotebook;
      files?: FakeFiles;
      settings?: Partial<IAgentSettings>;
    } = {}
  ) {
    this.notebook = options.notebook ?? new FakeNotebook();
    this.files = options.files ?? new FakeFiles();
    this.settings = options.settings ?? {};
    this.notebook.onRun = source => this._runs(source);
    this.notebook.onScratch = source => this._runs(source);
    this.notebook.onRecall = msgId =>
      (this.remembers && this._results.get(msgId ?? '')) || null;
  }

  /** Opens a page on the world; `script` is what the model says from now on. */
  page(script: Script, death?: IDeath): Page {
    return new Page(this, script, death, die => (this._died = die));
  }

  private async _runs(source: string): Promise<ICellRun> {
    this.kernel.push(source);
    const result = printed(`ran ${source}`);
    this._results.set(`request-${this.kernel.length}`, result);
    if (this.dieIn === source) {
      this.dieIn = null;
      this._died();
      await new Promise(() => undefined);
    }
    return result;
  }
}

/** A page: it drives the thread until it is done, waits, or dies. */
export class Page {
  readonly run: Run;
  readonly events: ReturnType<typeof runOf>['events'];
  readonly model: ScriptedModel;
  readonly graph: AgentGraph;
  /** The cards of calls that may have run. */
  readonly unclear: IReviewCard[] = [];
  private _dead: Promise<'dead'>;

  constructor(
    readonly world: World,
    script: Script,
    death: IDeath | undefined,
    onDie: (die: () => void) => void
  ) {
    let die: () => void = () => undefined;
    this._dead = new Promise(resolve => {
      die = () => resolve('dead');
    });
    onDie(die);
    const { checkpointer, files, imageStore, notebook, shell } = world;
    const { run, events } = runOf(
      {
        at: AT,
        notebook: notebook as INotebook,
        files: files as IFiles,
        shell,
        imageStore,
        journal: death ? dying(world.journal, death, die) : world.journal,
        tools: new Map(world.tools.map(tool => [tool.name, tool]))
      },
      world.settings
    );
    for (const cell of notebook.cells()) {
      run.options.memory.seen[cell.id] = hashText(cell.source);
    }
    this.run = run;
    this.events = events;
    this.model = new ScriptedModel(script);
    this.graph = buildGraph({
      run,
      models: onlyModel(run, this.model),
      instructions: NO_INSTRUCTIONS,
      extensions: { outermost: [], innermost: [] },
      checkpointer
    });
  }

  /** Sends a message; every card is decided as the world says. */
  say(text = 'Go.'): Promise<'done' | 'dead'> {
    return this._drive({ messages: [{ role: 'user', content: text }] });
  }

  /** Continues where an earlier page stopped. */
  goOn(): Promise<'done' | 'dead'> {
    return this._drive(null);
  }

  async messages(): Promise<BaseMessage[]> {
    return (await this.graph.graph.getState(CONFIG)).values.messages;
  }

  private async _drive(input: unknown): Promise<'done' | 'dead'> {
    return Promise.race([this._stream(input), this._dead]);
  }

  private async _stream(input: unknown): Promise<'done'> {
    for (let next: unknown = input; next !== undefined;) {
      const stream = await this.graph.stream(next as never, {
        ...CONFIG,
        streamMode: ['updates', 'messages', 'custom'],
        durability: 'sync',
        recursionLimit: 100,
        signal: this.run.signal
      });
      let pause: IGraphInterrupt | undefined;
      for await (const [mode, chunk] of stream as AsyncIterable<
        [string, { __interrupt__?: IGraphInterrupt[] }]
      >) {
        if (mode === 'updates') {
          pause ??= chunk.__interrupt__?.[0];
        } else if (mode === 'custom') {
          this.events.push(chunk as never);
        }
      }
      next = pause && (await this._approve(pause));
    }
    return 'done';
  }

  /** @returns the input that goes on; undefined if nobody answers. */
  private async _approve({
    value
  }: IGraphInterrupt): Promise<null | undefined> {
    const { cards } = value as unknown as { cards: IReviewCard[] };
    const { choice, journal } = this.world;
    for (const card of cards) {
      if (card.body.kind === 'unclear') {
        this.unclear.push(card);
        if (choice === null) {
          return undefined;
        }
        await journal.choose(AT, card.callId, choice);
        continue;
      }
      await this.world.journal.decide(AT, {
        callId: card.callId,
        decision: this.world.decision(card),
        hash: card.hash,
        by: 'person',
        time: 1_000
      });
    }
    return null;
  }
}

/** A journal whose calls never return from a given point on. */
function dying(inner: IJournal, death: IDeath, die: () => void): IJournal {
  let dead = false;
  let count = 0;
  const forever = (): Promise<never> => {
    dead = true;
    die();
    return new Promise(() => undefined);
  };
  return new Proxy(inner, {
    get:
      (target, name: keyof IJournal) =>
      async (...args: unknown[]) => {
        if (dead) {
          return forever();
        }
        const isHere = name === death.what && ++count === (death.nth ?? 1);
        if (isHere && death.when === 'before') {
          return forever();
        }
        const value = await (
          target[name] as (...all: unknown[]) => Promise<unknown>
        ).apply(target, args);
        return isHere ? forever() : value;
      }
  });
}
