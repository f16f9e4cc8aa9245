import type { BaseMessage } from '@langchain/core/messages';

import {
  DEFAULT_SETTINGS,
  DEMO_CHOICE,
  ENGLISH,
  type AgentCommand,
  type AgentEvent,
  type Decision,
  type EventBody,
  type IAgentSettings,
  type IMiddlewareDeclaration,
  type IReviewCard,
  type IStartCommand,
  type ITool,
  type IToolDeclaration
} from '../../contract';
import type { IModelProvider } from '../../models';
import { FakeFolderInstructions } from '../../testing/fake-folder-instructions';
import { FakeNotebook } from '../../testing/fake-notebook';
import { FakeWorkspace } from '../../testing/fake-workspace';
import {
  ScriptedModel,
  historyProblems,
  type IScriptedStep,
  type Script
} from '../../testing/scripted-model';
import { until } from '../../testing/until';
import { Engine, type IEngineOptions } from '../engine';
import { engineStores } from './engine-stores';

export const THREAD = 'thread-1';

/** Part of the settings; the rest have their default. */
export type Settings = {
  [K in keyof IAgentSettings]?: IAgentSettings[K] extends object
    ? Partial<IAgentSettings[K]>
    : IAgentSettings[K];
};

export function withSettings(settings: Settings): IAgentSettings {
  return Object.fromEntries(
    Object.entries(DEFAULT_SETTINGS).map(([key, value]) => {
      const own = settings[key as keyof Settings];
      return [
        key,
        typeof value === 'object'
          ? { ...value, ...(own as object | undefined) }
          : (own ?? value)
      ];
    })
  ) as unknown as IAgentSettings;
}

export const ABILITIES = {
  images: false,
  contextWindow: null,
  tools: true,
  parallelCalls: true
};

/**
 * A provider with the demo's id and default behaviour except for what a spec
 * sets.
 */
export function scriptedProvider(
  own: Partial<IModelProvider> & Pick<IModelProvider, 'create'>
): IModelProvider {
  return {
    id: DEMO_CHOICE.provider,
    info: () => {
      throw new Error('No form asks for it here.');
    },
    label: () => 'Scripted',
    abilities: () => ABILITIES,
    host: () => '',
    images: 'after-answers',
    ...own
  };
}

export type EventOf<T extends EventBody['type']> = Extract<
  AgentEvent,
  { type: T }
>;

type WithoutThread<T> = T extends unknown ? Omit<T, 'threadId'> : never;

/** Those that a test has made so far. */
const clients: ThreadClient[] = [];

/** Whatever a test is about: a thread at rest can be sent to any provider. */
afterEach(async () => {
  for (const client of clients.splice(0).filter(each => !each.isGone)) {
    const state = await client.engine.stateOf(THREAD);
    const isElsewhere = client.of('driver').at(-1)?.here === false;
    if (state === 'idle' && !isElsewhere) {
      expect(await client.problems()).toEqual([]);
    }
  }
});

/** What a panel does with its thread, and what it was told. */
export abstract class ThreadClient {
  abstract readonly engine: Engine;
  readonly events: AgentEvent[] = [];

  constructor() {
    clients.push(this);
  }

  /** Whether it cannot be asked any more. */
  get isGone(): boolean {
    return false;
  }

  /** What is wrong with the messages for a strict provider. */
  async problems(): Promise<string[]> {
    return historyProblems(await this.messages());
  }

  send(command: WithoutThread<AgentCommand>): Promise<void> {
    return this.engine.send({ ...command, threadId: THREAD });
  }

  stop(): Promise<void> {
    return this.send({ type: 'stop' });
  }

  retry(how: { summarise?: true } = {}): Promise<void> {
    return this.send({ type: 'retry', ...how });
  }

  /** Takes back all that a run did. */
  async undo(runId: string): Promise<void> {
    const preview = await this.engine.past.previewUndo(THREAD, runId);
    const items = preview!.items.map(({ id }) => id);
    await this.send({ type: 'undo', runId, items });
  }

  of<T extends EventBody['type']>(type: T): EventOf<T>[] {
    return this.events.filter(event => event.type === type) as EventOf<T>[];
  }

  messages(): Promise<BaseMessage[]> {
    return this.engine.thread(THREAD).runs.messages();
  }
}

type HarnessOptions = ConstructorParameters<typeof Harness>[0];

/** An engine on a fake notebook with a scripted model; collects all events. */
export class Harness extends ThreadClient {
  readonly model: ScriptedModel;
  readonly notebook: FakeNotebook;
  readonly workspace: FakeWorkspace;
  readonly engine: Engine;
  /** By default, all files beside the notebook are sent along. */
  readonly folderInstructions: FakeFolderInstructions;
  /** The current settings; a spec may change them at any time. */
  settings: IAgentSettings;

  /** The chosen models; a spec may change them at any time. */
  chosen: ReturnType<IEngineOptions['model']>;
  private _messages = 0;

  constructor(options: {
    script: Script;
    notebook?: FakeNotebook;
    workspace?: FakeWorkspace;
    images?: boolean;
    checkpointer?: IEngineOptions['checkpointer'];
    journal?: IEngineOptions['journal'];
    threads?: IEngineOptions['threads'];
    settings?: Settings;
    tools?: readonly (ITool | IToolDeclaration)[] | IEngineOptions['tools'];
    middleware?: readonly IMiddlewareDeclaration[];
    provider?: Partial<IModelProvider>;
    choice?: Partial<typeof DEMO_CHOICE>;
    folderInstructions?: FakeFolderInstructions;
    mcp?: IEngineOptions['mcp'];
    vectors?: IEngineOptions['vectors'];
  }) {
    super();
    this.folderInstructions =
      options.folderInstructions ?? new FakeFolderInstructions(true);
    this.model = new ScriptedModel(options.script);
    this.notebook = options.notebook ?? new FakeNotebook();
    this.workspace =
      options.workspace ?? new FakeWorkspace({ notebook: this.notebook });
    this.settings = withSettings(options.settings ?? {});
    this.chosen = {
      choice: { ...DEMO_CHOICE, ...options.choice },
      key: undefined,
      disclosed: true
    };
    const { tools, middleware } = options;
    const stores = engineStores();
    this.engine = new Engine({
      workspace: this.workspace,
      trans: ENGLISH,
      imageStore: stores.imageStore,
      checkpointer: options.checkpointer ?? stores.checkpointer,
      journal: options.journal ?? stores.journal,
      threads: options.threads ?? stores.threads,
      settings: () => this.settings,
      folderInstructions: this.folderInstructions,
      tools: typeof tools === 'function' ? tools : tools && (async () => tools),
      middleware: middleware && (async () => middleware),
      ...(options.mcp && { mcp: options.mcp }),
      ...(options.vectors && { vectors: options.vectors }),
      model: () => this.chosen,
      providers: async () => [
        scriptedProvider({
          create: async () => this.model as never,
          abilities: () => ({ ...ABILITIES, images: options.images ?? false }),
          ...options.provider
        })
      ]
    });
    this.engine.subscribe(event => this.events.push(event));
  }

  /** Sends a message; resolves when the run pauses or ends. */
  say(
    text = 'Go on.',
    how: Partial<Omit<IStartCommand, 'type' | 'text'>> = {}
  ): Promise<void> {
    return this.send({
      type: 'start',
      messageId: `message-${++this._messages}`,
      ...how,
      text
    });
  }

  last<T extends EventBody['type']>(type: T): EventOf<T> {
    const event = this.of(type).at(-1);
    if (!event) {
      throw new Error(
        `No ${type} was told; told: ${this.events.map(each => each.type).join(', ')}`
      );
    }
    return event;
  }

  /** The cards that wait now, with their interrupt. */
  get review(): { interruptId: string; cards: IReviewCard[] } {
    return this.last('review-opened');
  }

  /** Decides cards by call id. */
  decide(
    decisions: Record<string, Decision>,
    review = this.review
  ): Promise<void> {
    const current = new Map(review.cards.map(card => [card.callId, card.hash]));
    for (const { card } of this.of('review-voided')) {
      current.set(card.callId, card.hash);
    }
    return this.send({
      type: 'resume',
      interruptId: review.interruptId,
      decisions,
      hashes: Object.fromEntries(
        Object.keys(decisions).map(id => [id, current.get(id) ?? ''])
      )
    });
  }

  /** Decides the first card that waits. */
  decideFirst(decision: Decision): Promise<void> {
    return this.decide({ [this.review.cards[0].callId]: decision });
  }

  /** Approves it with other arguments. */
  edit(args: Record<string, unknown>): Promise<void> {
    const { tool: name } = this.review.cards[0];
    return this.decideFirst({ type: 'edit', editedAction: { name, args } });
  }

  approveAll(): Promise<void> {
    return this.decide(
      Object.fromEntries(
        this.review.cards.map(card => [card.callId, { type: 'approve' }])
      )
    );
  }

  /**
   * Resolves when `condition` holds; it is checked after each turn of the event
   * loop.
   */
  until(condition: () => boolean, what?: string): Promise<void> {
    return until(condition, what);
  }
}

/** A harness to which one message was sent: its run has paused or ended. */
export async function startRun(options: HarnessOptions): Promise<Harness> {
  const harness = new Harness(options);
  await harness.say();
  return harness;
}

/** An answer of the model that makes one call. */
export const calling = (
  name: string,
  args: Record<string, unknown> = {}
): IScriptedStep => ({ calls: [{ name, args }] });

/**
 * The texts of the tool messages of a history, in order, without the marks
 * around data.
 */
export function toolTexts(messages: BaseMessage[]): string[] {
  return messages
    .filter(message => message.type === 'tool')
    .map(message => message.content as string)
    .map(content =>
      content.replace(/<data from="[^"\n]*">\n|\n<\/data>$/g, '')
    );
}

/** The data in an answer; null if it is not marked as data. */
export function dataIn(text: string): string | null {
  return /^<data from="[^"\n]*">\n([\s\S]*)\n<\/data>$/.exec(text)?.[1] ?? null;
}

/** The names of the tools of a request. */
export const namesOf = (tools: unknown): string[] =>
  (tools as { name: string }[]).map(({ name }) => name);

/** The person's own text in a message, without the context sent with it. */
export function saidIn(message: BaseMessage): string {
  return message.text.replace(/\n\n<context>[\s\S]*<\/context>$/, '');
}
