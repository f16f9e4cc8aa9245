import type {
  AgentMode,
  Effect,
  EventBody,
  IBranch,
  IFolderInstructions,
  ICellRun,
  IAgentSettings,
  IFiles,
  IGrammars,
  IImages,
  IImageStore,
  IJournal,
  IModelChoice,
  INotebook,
  IPatterns,
  IShell,
  ITool,
  IToolContext,
  IToolResult,
  ITranslator
} from '../../contract';
import type { IModelProvider } from '../../models';

import type { EffectLog } from '../effects/effect-log';
import { recipientOf } from '../model/model-selector';
import type { IModelRecipient } from '../model/model-selector';
import type { FromFile } from '../context/from-file';
import { SerialQueue } from '../util/serial-queue';
import { LiveOutput } from '../tool-calls/live-output';
import { CallSequence } from '../tool-calls/call-sequence';

/** What an agent has learnt about a notebook, for as long as its thread lives. */
export interface IThreadMemory {
  /** Hash of each cell's source when the model last read it. */
  seen: Record<string, string>;
  /** Cells that the agent made. */
  made: Set<string>;
  /** Kernel epoch the model knows of. */
  epoch: string;
  /** The notebook of the last run. */
  notebook?: INotebook;
  /** Path of the notebook that the last message to reach the graph told about. */
  told?: string;
  /** What the person has taken back and the model was not told yet. */
  undone: string[];
  /** How the person wanted their last message to be worked on. */
  mode?: AgentMode;
}

/** Of a thread in which nothing was learnt yet. */
export function newMemory(): IThreadMemory {
  return { seen: {}, made: new Set(), epoch: '', undone: [] };
}

export interface IRunOptions {
  at: IBranch;
  runId: string;
  notebook: INotebook;
  /** Behind the list of files that are never read. */
  files: IFiles;
  shell: IShell;
  patterns: IPatterns;
  grammars: IGrammars;
  images: IImages;
  imageStore: IImageStore;
  journal: IJournal;
  /** As they are now: asked anew at each step, so that a change counts at once. */
  settings(): IAgentSettings;
  folderInstructions: IFolderInstructions;
  trans: ITranslator;
  mode: AgentMode;
  /** The tools that are offered, by name; filled before the first request, then the same to the last. */
  tools: Map<string, ITool>;
  /** Of the model that it begins with; see `recipient`. */
  provider: IModelProvider;
  choice: IModelChoice;
  memory: IThreadMemory;
  lane: SerialQueue;
  /** What of the thread came from a file: no call among it is ever run. */
  fromFile: FromFile;
  /** Where events go. */
  tell(body: EventBody): void;
  /** Takes the queued messages out of the queue; they enter the conversation. */
  takeQueued(): { messageId: string; text: string }[];
}

/** LangGraph's `runtime.writer`: puts a chunk into the stream's `custom` mode. */
export type Writer = ((chunk: unknown) => void) | undefined;

/** One run: from a message of the person to the answer, pauses included. */
export class Run {
  /** Id of the answer that is being written, ours. */
  messageId = '';
  /** Whose answer is awaited: the model's, or the second model's. */
  recipient: IModelRecipient;
  /** Effects that the person lets through for the rest of this turn. */
  readonly turn = new Set<Effect>();
  /** How often each tool was run, by name. */
  readonly ran = new Map<string, number>();
  /** Whether the notebook was changed since it was last saved. */
  changed = false;
  /** Saves of the notebook, one at a time. */
  readonly saving = new SerialQueue();
  /** Set by the gate when going on makes no sense ("the notebook was closed"). */
  endReason: { code: string; title: string; text: string } | null = null;
  /** Whether it keeps a todo list; the same from its first request to its last. */
  readonly plans: boolean;
  /** The call of our own final answer that names what was left open, if any. */
  leftOpen: string | null = null;
  /** Calls that a person decided on, by id. */
  readonly reviewed = new Set<string>();
  /** What calls with an effect do, noted before they do it; by call, once it has begun. */
  readonly begun = new Map<string, EffectLog>();
  /** What became of code that an earlier page sent, by call. */
  readonly recalled = new Map<string, ICellRun | 'not-run'>();
  /** Why the notebook could not be saved, as it was told; null while it can. */
  unsaved: string | null = null;

  readonly #orders = new Map<string, CallSequence>();
  readonly #working = new Set<Promise<unknown>>();
  readonly #proposed = new Set<string>();
  readonly #underway = new Map<string, Promise<IToolResult>>();
  readonly #output = new LiveOutput();

  constructor(
    readonly options: IRunOptions,
    readonly controller = new AbortController()
  ) {
    this.recipient = recipientOf(options.provider, options.choice);
    this.plans = options.settings().context.todos;
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Calls that were shown and have no outcome yet. */
  get openCalls(): string[] {
    return [...this.#proposed];
  }

  /**
   * Tells an event: through the stream, so that it keeps its place between the
   * model's tokens; directly once the stream is no longer read.
   */
  emit(body: EventBody, writer?: Writer): void {
    if (body.type === 'call-proposed') {
      this.#proposed.add(body.callId);
    } else if (body.type === 'call-finished') {
      if (!this.#proposed.delete(body.callId)) {
        // Answered already, by the stop that did not wait for it.
        return;
      }
    }
    if (writer && !this.signal.aborted) {
      writer(body);
    } else {
      this.options.tell(body);
    }
  }

  /** Takes over what an earlier page knew of this run. */
  takeOver(earlier: {
    turn: readonly Effect[];
    /** Calls that were shown and have no outcome. */
    open: Iterable<string>;
    reviewed: Iterable<string>;
    /** Names of the tools that were run, once each time. */
    ran: readonly string[];
    changed: boolean;
  }): void {
    earlier.turn.forEach(effect => this.turn.add(effect));
    for (const callId of earlier.open) {
      this.#proposed.add(callId);
    }
    for (const callId of earlier.reviewed) {
      this.reviewed.add(callId);
    }
    earlier.ran.forEach(tool =>
      this.ran.set(tool, (this.ran.get(tool) ?? 0) + 1)
    );
    this.changed = earlier.changed;
  }

  /** Whether a call is being worked on. */
  get isWorking(): boolean {
    return this.#working.size > 0;
  }

  /**
   * The order of a step that was begun before: of the calls that are left.
   * @param failed whether an effect before them failed.
   */
  reorder(messageId: string, callIds: string[], failed: boolean): void {
    this.#orders.set(messageId, new CallSequence(callIds, failed));
  }

  /** The order of a step's calls; the same for every call of the step. */
  order(messageId: string, callIds: string[]): CallSequence {
    let order = this.#orders.get(messageId);
    if (!order) {
      order = new CallSequence(callIds);
      this.#orders.set(messageId, order);
    }
    return order;
  }

  /** Notes work that Stop has to wait for. */
  track<T>(work: Promise<T>): Promise<T> {
    this.#working.add(work);
    const done = (): unknown => this.#working.delete(work);
    work.then(done, done);
    return work;
  }

  /** Resolves when all tracked work has settled, or after `ms`. */
  async settled(ms: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([
      Promise.allSettled([...this.#working]),
      new Promise(resolve => {
        timer = setTimeout(resolve, ms);
      })
    ]);
    clearTimeout(timer);
  }

  /** Notes the work of a tool, so that its result can be had after a stop. */
  underway(callId: string, work: Promise<IToolResult>): Promise<IToolResult> {
    this.#underway.set(callId, work);
    return work;
  }

  /** What a tool that was begun comes to; undefined when it was not begun. */
  resultOf(callId: string): Promise<IToolResult> | undefined {
    return this.#underway.get(callId);
  }

  /** What a tool is handed for one call. */
  toolContext(callId: string, writer?: Writer): IToolContext {
    const {
      notebook,
      files,
      shell,
      patterns,
      images,
      grammars,
      trans,
      memory
    } = this.options;
    return {
      notebook,
      files,
      shell,
      patterns,
      images,
      grammars,
      values: !this.options.settings().privacy.schemasOnly,
      trans,
      signal: this.signal,
      seen: memory.seen,
      made: memory.made,
      progress: update => {
        const output =
          update.output && this.#output.take(callId, update.output, trans);
        if (output || update.text || update.cellId) {
          this.emit(
            { type: 'call-progress', callId, ...update, output },
            writer
          );
        }
      }
    };
  }
}
