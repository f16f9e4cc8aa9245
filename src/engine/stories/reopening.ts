import type { BaseMessage } from '@langchain/core/messages';

import {
  DEMO_CHOICE,
  ENGLISH,
  type Decision,
  type EventBody,
  type IAgentSettings,
  type ICellRun,
  type IImageStore,
  type IJournal,
  type IModelChoice,
  type INotebook,
  type IReviewCard,
  type IStartCommand,
  type IThreads,
  type ITool,
  type OpenQuestion
} from '../../contract';
import type { IModelProvider } from '../../models';
import { IndexedDBSaver } from '../../storage';
import { memoryStores } from '../../storage/stories/memory-stores';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook, printed } from '../../testing/fake-notebook';
import { FakeShell } from '../../testing/fake-shell';
import { FakeWorkspace } from '../../testing/fake-workspace';
import {
  ScriptedModel,
  stepOf,
  type IScriptedStep,
  type ScriptStep
} from '../../testing/scripted-model';
import { Engine, type IEngineOptions } from '../engine';
import {
  THREAD,
  ThreadClient,
  scriptedProvider,
  withSettings,
  type EventOf,
  type Settings
} from './harness';

export { THREAD };

/** The answers of a model that inserts two cells in one step. */
export const TWO_CELLS = [
  [
    { name: 'jupyter_cell', args: { code: 'a = 1' } },
    { name: 'jupyter_cell', args: { code: 'b = 2' } }
  ],
  'Done.'
];

/** What a page that is gone waits for. */
const NEVER = new Promise<never>(() => undefined);

export interface ISiteOptions {
  /** The model's answers, by how often it has answered before. */
  answers: ScriptStep[];
  notebook?: FakeNotebook;
  files?: FakeFiles;
  tools?: readonly ITool[] | IEngineOptions['tools'];
  settings?: Settings;
  stores?: Partial<IStores>;
  workflows?: IEngineOptions['workflows'];
}

export interface IStores {
  journal: IJournal;
  threads: IThreads;
  images: IImageStore;
  checkpointer: IndexedDBSaver;
}

/** What outlives a page: storage, the notebook, the kernel and the model. */
export class Site {
  journal: IJournal;
  threads: IThreads;
  images: IImageStore;
  checkpointer: IndexedDBSaver;
  readonly notebook: FakeNotebook;
  /** Sources in the order the kernel ran them. */
  readonly kernel: string[] = [];
  readonly requests: BaseMessage[][] = [];
  readonly boundTools: unknown[] = [];
  settings: IAgentSettings;
  /** The files on the server. */
  readonly files: FakeFiles;
  readonly shell = new FakeShell();
  private readonly _results = new Map<string, ICellRun>();

  constructor(readonly options: ISiteOptions) {
    this.notebook = options.notebook ?? new FakeNotebook();
    this.files = options.files ?? new FakeFiles();
    this.settings = withSettings(options.settings ?? {});
    const { database, journal, threads, images } = memoryStores();
    this.journal = journal;
    this.threads = threads;
    this.images = images;
    this.checkpointer = new IndexedDBSaver(database);
    this.use(options.stores ?? {});
    this.notebook.onRun = source => {
      this.kernel.push(source);
      const result = printed(`ran ${source}`);
      this._results.set(`request-${this.kernel.length}`, result);
      return result;
    };
    this.notebook.onRecall = msgId => this._results.get(msgId ?? '') ?? null;
  }

  /** Uses stores that were opened again. */
  use(stores: Partial<IStores>): void {
    Object.assign(this, stores);
  }

  page(options: IPageOptions = {}): Page {
    return new Page(this, options);
  }

  /**
   * The model's answer to a conversation, which does not depend on who asks.
   */
  answer(messages: BaseMessage[]): IScriptedStep {
    const before = messages.filter(({ type }) => type === 'ai').length;
    const { answers } = this.options;
    return stepOf(answers[Math.min(before, answers.length - 1)]);
  }
}

export interface IPageOptions {
  /**
   * At which of all the points at which it waits the page dies; never if not
   * given.
   */
  diesAt?: number;
  /**
   * Decides by the points so far, since background work has points of its own.
   */
  diesOnce?: (points: readonly string[]) => boolean;
  workspace?: FakeWorkspace;
  provider?: Partial<IModelProvider>;
  choice?: Partial<IModelChoice>;
  /** Whether the person was told about the model. */
  told?: () => boolean;
  journal?: IJournal;
  threads?: IThreads;
  /** What the person said about the instructions in folders. */
  folderInstructions?: IEngineOptions['folderInstructions'];
}

/**
 * A page with its own engine on a site. Nothing it does after its end has an
 * effect.
 */
export class Page extends ThreadClient {
  readonly engine: Engine;
  readonly workspace: FakeWorkspace;
  readonly model: ScriptedModel;
  /** The points so far, by name, at which the page could have died. */
  readonly points: string[] = [];
  readonly dead: Promise<void>;
  private _isDead = false;
  private _messages = 0;
  private _die: () => void = () => undefined;
  constructor(
    readonly site: Site,
    readonly options: IPageOptions
  ) {
    super();
    const { notebook, images } = site;
    this.dead = new Promise(resolve => {
      this._die = resolve;
    });
    this.model = new ScriptedModel(
      Array.from({ length: 500 }, () => (messages: BaseMessage[]) => {
        if (this._isDead) {
          return { hang: true };
        }
        site.requests.push(messages);
        site.boundTools.push(this.model.boundTools);
        return site.answer(messages);
      })
    );
    this.workspace =
      options.workspace ??
      new FakeWorkspace({
        notebook: this._guarded<INotebook>(notebook, 'notebook', [
          'insertCell',
          'setSource',
          'runCell',
          'recall',
          'save'
        ]),
        files: site.files,
        shell: site.shell
      });
    this.engine = new Engine({
      workspace: this.workspace,
      trans: ENGLISH,
      journal: this._guarded(options.journal ?? site.journal, 'journal', [
        'decide',
        'intend',
        'effect',
        'finish',
        'choose',
        'show',
        'remember'
      ]),
      threads: this._guarded(options.threads ?? site.threads, 'threads', [
        'create',
        'update'
      ]),
      checkpointer: this._guarded(site.checkpointer, 'saver', [
        'put',
        'putWrites'
      ]),
      imageStore: images,
      folderInstructions: options.folderInstructions,
      workflows: site.options.workflows,
      settings: () => site.settings,
      tools:
        site.options.tools &&
        (async patience => {
          const { tools = [] } = site.options;
          return typeof tools === 'function' ? tools(patience) : tools;
        }),
      model: () => ({
        choice: { ...DEMO_CHOICE, ...options.choice },
        key: undefined,
        disclosed: options.told?.() ?? true
      }),
      providers: async () => [
        scriptedProvider({
          create: async () => this.model as never,
          ...options.provider
        })
      ]
    });
    this.engine.subscribe(event => {
      if (!this._isDead) {
        this.events.push(event);
      }
    });
  }

  get isDead(): boolean {
    return this._isDead;
  }

  /** A browser's storage may be closed by now. */
  override get isGone(): boolean {
    return this._isDead || 'database' in (this.site.options.stores ?? {});
  }

  /** Ends the page: nothing it does has an effect any more. */
  kill(): void {
    this._isDead = true;
    this._die();
  }

  /** Opens the thread, and then the notebook, as a page of JupyterLab does. */
  async open(): Promise<void> {
    const isOwn = !this.options.workspace;
    if (isOwn) {
      this.workspace.closeAll();
    }
    await this.send({ type: 'open' });
    if (isOwn) {
      await this.workspace.open(this.site.notebook.path);
    }
  }

  /** Opens the thread and waits until nothing continues by itself. */
  async comeBack(): Promise<void> {
    await this.open();
    await this.engine.thread(THREAD).going;
  }

  say(
    text = 'Go on.',
    messageId?: string,
    how: Partial<IStartCommand> = {}
  ): Promise<void> {
    return this.send({
      type: 'start',
      messageId: messageId ?? `message-${++this._messages}`,
      ...how,
      text
    });
  }

  /** What a panel would show as waiting, judging by the display log alone. */
  async waiting(): Promise<{ interruptId: string; card: IReviewCard }[]> {
    const open = new Map<string, Map<string, IReviewCard>>();
    for (const event of await this.engine.history(THREAD)) {
      switch (event.type) {
        case 'review-opened':
          open.set(
            event.interruptId,
            new Map(event.cards.map(card => [card.callId, card]))
          );
          break;
        case 'review-voided':
          open.get(event.interruptId)?.set(event.card.callId, event.card);
          break;
        case 'review-decided':
          open.get(event.interruptId)?.delete(event.callId);
          break;
        case 'review-closed':
          open.delete(event.interruptId);
          break;
      }
    }
    return [...open].flatMap(([interruptId, cards]) =>
      [...cards.values()].map(card => ({ interruptId, card }))
    );
  }

  /** The question that waits, as a panel reads it from the log. */
  async question(): Promise<OpenQuestion | null> {
    let open: OpenQuestion | null = null;
    for (const event of await this.engine.history(THREAD)) {
      if (event.type === 'interrupt-opened') {
        open = event.interrupt;
      } else if (event.type === 'interrupt-closed') {
        open = null;
      }
    }
    return open;
  }

  decide(
    interruptId: string,
    card: IReviewCard,
    decision: Decision = { type: 'approve' }
  ): Promise<void> {
    return this.send({
      type: 'resume',
      interruptId,
      decisions: { [card.callId]: decision },
      hashes: { [card.callId]: card.hash }
    });
  }

  /** From last to first, so that nothing runs before all are decided. */
  async approveAll(): Promise<void> {
    for (const { interruptId, card } of (await this.waiting()).reverse()) {
      await this.decide(interruptId, card);
    }
  }

  async shown<T extends EventBody['type']>(type: T): Promise<EventOf<T>[]> {
    const events = await this.engine.history(THREAD);
    return events.filter(event => event.type === type) as EventOf<T>[];
  }

  /**
   * What is wrong with the messages for a strict provider; and a notebook that
   * was asked for before it could be open, unless the test says how it opens.
   */
  override async problems(): Promise<string[]> {
    const asksNotebook =
      !this.options.workspace &&
      this.of('run-finished').some(
        ({ error }) => error?.code === 'notebook-closed'
      );
    return [
      ...(await super.problems()),
      ...(asksNotebook ? ['asks for its notebook'] : [])
    ];
  }

  /** Whether the work was done before the page died. */
  async alive(work: Promise<unknown>): Promise<boolean> {
    await Promise.race([work, this.dead]);
    return !this._isDead;
  }

  /** Makes each of these methods two points at which the page can die. */
  private _guarded<T extends object>(
    target: T,
    label: string,
    methods: readonly (keyof T & string)[]
  ): T {
    return new Proxy(target, {
      get: (of, name) => {
        const value = Reflect.get(of, name, of) as unknown;
        if (typeof value !== 'function') {
          return value;
        }
        // In the same turn, as without a guard.
        const call = (args: unknown[]): unknown =>
          this._unlessDead(
            (value as (...args: unknown[]) => unknown).apply(of, args)
          );
        if (!(methods as readonly string[]).includes(String(name))) {
          return (...args: unknown[]) => call(args);
        }
        return async (...args: unknown[]) => {
          if (this._diesAt(`before ${label}.${String(name)}`)) {
            await NEVER;
          }
          const result = await call(args);
          if (this._diesAt(`after ${label}.${String(name)}`)) {
            await NEVER;
          }
          return result;
        };
      }
    });
  }

  /** A page that is gone does not hear that its database is closed. */
  private _unlessDead(result: unknown): unknown {
    return result instanceof Promise
      ? result.catch((error: unknown) => {
          if (this._isDead) {
            return NEVER;
          }
          throw error;
        })
      : result;
  }

  private _diesAt(name: string): boolean {
    if (!this._isDead) {
      this.points.push(name);
      const { diesAt, diesOnce } = this.options;
      if (this.points.length === diesAt || diesOnce?.(this.points)) {
        this.kill();
      }
    }
    return this._isDead;
  }
}

/** A page in which one message was sent: its run has paused or ended. */
export async function startPage(
  options: ISiteOptions,
  text?: string
): Promise<Page> {
  const page = new Site(options).page();
  await page.say(text);
  return page;
}

/** Closes the page and opens the thread in a new one. */
export async function reload(page: Page): Promise<Page> {
  page.kill();
  const next = page.site.page();
  await next.comeBack();
  return next;
}

/**
 * Approves everything and continues each time, like a person, until the run is
 * done.
 */
export async function finish(
  page: Page,
  decisionOn = (card: IReviewCard): Decision =>
    card.body.kind === 'unclear'
      ? {
          type: 'respond',
          message: page.site.kernel.includes(card.body.text) ? 'done' : 'run'
        }
      : { type: 'approve' }
): Promise<void> {
  for (let turn = 0; turn < 30; turn++) {
    const waiting = await page.waiting();
    if (waiting.length > 0) {
      const [{ interruptId, card }] = waiting;
      await page.decide(interruptId, card, decisionOn(card));
      continue;
    }
    const state = await page.engine.stateOf(THREAD);
    if (state === 'interrupted') {
      await page.retry();
    } else if (state === 'idle') {
      return;
    } else {
      await page.engine.thread(THREAD).going;
      await new Promise(resolve => setTimeout(resolve, 1));
    }
  }
  throw new Error('It does not come to an end.');
}

/** A request as a provider would get it, with the generated ids numbered. */
export function plainRequest(messages: readonly BaseMessage[]): string {
  const ids = new Map<string, string>();
  return JSON.stringify(
    messages.map(message => message.toDict()),
    null,
    1
  ).replace(
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<="(?:tool_call_id|id)": ")[a-zA-Z0-9]{9}(?=")/g,
    id => {
      ids.set(id, ids.get(id) ?? `id-${ids.size}`);
      return ids.get(id) as string;
    }
  );
}
