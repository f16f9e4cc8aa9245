import { workflowIn } from '../workflows/workflow';
import type { BaseMessage } from '@langchain/core/messages';
import { v4 as uuid } from '@langchain/core/utils/uuid';
import { isGraphDrained } from '@langchain/langgraph/web';
import {
  type AgentMode,
  type IAgentError,
  type INotebook,
  type IRunRecord,
  type IStartCommand,
  type RunOutcome,
  textParts
} from '../../contract';
import { SerialQueue } from '../../contract/util/serial-queue';
import { rebuildRun, startRun } from './create-run';
import type { IRunRequest, IUnsentMessage } from './run-dependencies';
import { knownCells } from '../context/notebook-changes';
import { answerOpenCalls, messagesOf } from './graph-position';
import {
  endingOf,
  finishRun,
  outcomeOfError,
  tellFinished,
  type IEnding
} from './finish-run';
import { streamRun, type RunInput, type IRunDriver } from './stream-run';
import {
  DriverLostError,
  StopError,
  isFenced,
  explainRunError
} from '../errors';
import type { AgentGraph } from './middleware-chain';
import type { DeferredNotebook } from './deferred-notebook';
import type { Run } from './run';
import { storedMessages } from './graph-config';
import type { IGraphInterrupt } from '../interrupts/ask-person';
import { keepAttached } from '../thread/keep-attached';
import {
  keepMemory,
  noteFailure,
  settle,
  type IThreadContext,
  UnsentMessages
} from '../thread/thread-context';
import { unlessAborted } from './until-aborted';
import { Cards } from '../interrupts/cards';
import { tellMissingCells } from '../thread/tell-missing-cells';

export type ThreadState = 'idle' | 'running' | 'waiting' | 'interrupted';

/**
 * The runs of a thread, one after the other. They pause when a person is asked.
 * However a run ends, it leaves a history that a strict provider accepts.
 */
export class RunManager {
  readonly cards: Cards;
  readonly said = new UnsentMessages();
  private readonly _work = new SerialQueue();
  private _run: Run | null = null;
  private _notebook: INotebook | null = null;
  /** Aborts a run that was requested and does not exist yet. */
  private _starting: AbortController | null = null;
  private _graph: AgentGraph | null = null;
  /** The graph that the run streams: the agent, or one above it. */
  private _driver: IRunDriver | null = null;
  /** The record of the run for a later page. */
  private _record: IRunRecord | null = null;
  /** Set if the notebook was not open when the run came back. */
  private _late: DeferredNotebook | null = null;
  /** A run that ended with its page load and can be continued. */
  private _cut: IRunRecord | null = null;
  /** Whether the end of the last run could not be stored. */
  private _hasOpenCalls = false;
  private _request: IRunRequest = { mode: 'agent' };

  constructor(private readonly _state: IThreadContext) {
    this.cards = new Cards(_state, this);
  }

  get run(): Run | null {
    return this._run;
  }

  /** The notebook of the last run; null if this page had none. */
  get notebook(): INotebook | null {
    return this._notebook;
  }

  /** Whether a run is active or about to begin. */
  get isBusy(): boolean {
    return this._run !== null || this._starting !== null;
  }

  get cut(): IRunRecord | null {
    return this._cut;
  }

  get state(): ThreadState {
    return this._state.log.open.count > 0
      ? 'waiting'
      : this.isBusy
        ? 'running'
        : this._cut
          ? 'interrupted'
          : 'idle';
  }

  /**
   * Takes a message of the person: it begins a run, or waits for the next step
   * of one.
   */
  async start({
    messageId,
    text,
    attachments: given,
    mode = 'agent',
    notebook,
    continues,
    without,
    report,
    plan
  }: Omit<IStartCommand, 'type' | 'threadId'>): Promise<void> {
    const { queue, parts } = this._state;
    const attachments = given && (await keepAttached(parts, given));
    if (this.isBusy) {
      await this.queue(messageId, text);
      return;
    }
    if (!queue.enter(messageId)) {
      return;
    }
    this.said.add([
      ...queue.take(),
      {
        messageId,
        text,
        ...(attachments && { attachments }),
        ...(continues && { continues }),
        ...(report && { report }),
        ...(plan && { plan })
      }
    ]);
    await this.begin({
      mode: report ? 'report' : mode,
      ...(notebook && { notebook }),
      ...(without && { without })
    });
  }

  /**
   * Changes, adds or removes (`null`) a message that waits; resolves once that
   * is stored. What was said when the run had just ended, or had been cut off
   * unseen, begins the next one.
   */
  async queue(messageId: string, text: string | null): Promise<void> {
    const { queue, memoryStore, record } = this._state;
    const { state } = this;
    if (text !== null && (state === 'idle' || state === 'interrupted')) {
      const { mode } = memoryStore.memory;
      const { notebook } = this;
      await this.start({
        messageId,
        text,
        ...(mode && mode !== 'report' && { mode }),
        ...(notebook?.isOpen && { notebook: notebook.path })
      });
      return;
    }
    queue.set(messageId, text);
    await record.settled();
  }

  /** Begins a run on the unsent messages; resolves when it pauses or ends. */
  begin(request: IRunRequest): Promise<void> {
    this._request = request;
    this._state.memoryStore.memory.mode = request.mode;
    const controller = (this._starting = new AbortController());
    return this._work.run(async () => {
      const ready = await this._prepare(controller);
      if (this._run && ready) {
        await this._drive(this._run, ready.input);
      }
    });
  }

  /**
   * Repeats what failed, or continues after a limit, in the same notebook.
   *
   * @param chosen the mode selected now, for a conversation in which nothing was
   * said here yet.
   */
  async retry(summarise = false, chosen?: AgentMode): Promise<void> {
    const { memoryStore, record } = this._state;
    const { memory } = memoryStore;
    const last = this._request;
    const notebook = this.notebook?.isOpen
      ? this.notebook.path
      : (last.notebook ?? record.current?.notebook);
    // The mode of the last message; an imported conversation has none.
    const wanted = memory.mode ?? chosen ?? last.mode;
    const isNew = this.said.unsent.length > 0;
    // A plan that has ended is not continued.
    const mode =
      workflowIn(wanted) !== null && !memory.plan && !isNew ? 'agent' : wanted;
    await this.begin({ mode, ...(notebook && { notebook }), summarise });
  }

  /** Ends the run; resolves once everything has ended. */
  async stop(): Promise<void> {
    const controller = this._run?.controller ?? this._starting;
    if (!controller || controller.signal.aborted) {
      return;
    }
    controller.abort(new StopError());
    // While a person is asked, nothing streams that could end the run.
    await this._work.run(async () => {
      if (this._run?.controller === controller) {
        await this._end(this._run, { outcome: 'stopped' });
      }
    });
  }

  /** Leaves the run to another tab; of this one only the notebook is saved. */
  letGo(): void {
    void this._run?.saver.flush();
    (this._run?.controller ?? this._starting)?.abort(new DriverLostError());
    this.cards.leave();
    this._run = null;
    this._starting = null;
    this._cut = null;
  }

  /**
   * Opens the notebook of a run that came back, if it is not open.
   *
   * @throws WorkspaceError if it is gone.
   */
  async reach(): Promise<void> {
    const late = this._late;
    if (this._run && late) {
      const run = this._run;
      await unlessAborted(late.reach(), run.signal);
      await tellMissingCells(run);
    }
  }

  /** Whether the notebook is available without opening it. */
  get hasNotebook(): boolean {
    return this._late?.notebook.isOpen ?? true;
  }

  /**
   * @param isDue asked when the graph is no longer running.
   * @param mayAsk whether a model may be asked before anything else is done.
   * @returns false if the person has to say first that a model is asked.
   */
  async goOn(isDue: () => boolean, mayAsk = true): Promise<boolean> {
    const run = this._run;
    return this._work.run(async () => {
      if (!run || this._run !== run || !isDue()) {
        return true;
      }
      run.mayAsk = mayAsk;
      return this._drive(run, null);
    });
  }

  /** Queues work so that it does not overlap with the graph. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this._work.run(work);
  }

  /** Continues the run of an earlier page in this one. */
  async adopt(
    record: IRunRecord,
    late: DeferredNotebook
  ): Promise<Awaited<ReturnType<typeof rebuildRun>>> {
    const rebuilt = await rebuildRun(this._state, record, late);
    this._take(rebuilt.run);
    this._graph = rebuilt.graph;
    this._driver = rebuilt.driver;
    this._record = record;
    this._late = late;
    this._request = { mode: record.mode, notebook: late.path };
    this._cut = null;
    return rebuilt;
  }

  /**
   * Marks a run that was cut short with its page; it continues when the person
   * says so. Its calls stay as they are.
   *
   * @param tell whether that was not reported yet.
   */
  cutShort(record: IRunRecord, error: IAgentError, tell: boolean): void {
    const outcome: RunOutcome = 'interrupted';
    this.cards.leave();
    this._run = null;
    this._late = null;
    this._cut = record;
    this._request = { mode: record.mode, notebook: record.notebook };
    if (tell) {
      const { runId } = record;
      this._state.parts.tell({ type: 'run-finished', runId, outcome, error });
    }
  }

  /** Closes the run of an earlier page that had nothing left to do. */
  close(outcome: RunOutcome = 'answered'): Promise<void> {
    return this._work.run(async () => {
      if (this._run) {
        await this._end(this._run, { outcome });
      }
    });
  }

  /** Called when another branch becomes current: the last run is not its own. */
  forget(): void {
    this.said.takeOver([]);
    this._cut = null;
    this._record = null;
    this._notebook = null;
  }

  /** The messages of the current branch. */
  messages(): Promise<BaseMessage[]> {
    const { parts, log } = this._state;
    return this._graph
      ? messagesOf(this._graph, log.at)
      : storedMessages(parts.checkpointer, log.at);
  }

  /** The graph of the last run; null if this page had none. */
  get graph(): AgentGraph | null {
    return this._graph;
  }

  /** Stores a change to the run's record. */
  noteRun(change: Partial<IRunRecord>): void {
    if (this._record) {
      this._record = {
        ...this._record,
        // The notebook may have been renamed since.
        ...(this.notebook && { notebook: this.notebook.path }),
        ...change
      };
      this._state.record.note({ run: this._record });
    }
  }

  /** Emits and stores what is allowed for this turn now. */
  tellTurn(): void {
    const turn = this._run?.turn;
    const effects = [...(turn?.effects ?? [])];
    const tools = turn?.toolNames ?? [];
    this.noteRun({ turn: effects });
    this._state.log.tell({
      type: 'turn-rule',
      on: effects.length + tools.length > 0,
      effects,
      ...(tools.length > 0 && { tools })
    });
  }

  /** Called if work failed that nobody awaits. */
  failed(error: unknown): void {
    noteFailure(this._state, error);
  }

  private _take(run: Run): void {
    this._run = run;
    this._notebook = run.options.notebook;
    run.onTurn = () => this.tellTurn();
    run.onCalled = () => {
      this.cards.answered();
      void keepMemory(this._state);
    };
    run.onAsked = () => {
      this._state.queue.arrived();
      void keepMemory(this._state);
    };
  }

  /** @returns the input of the run; null if the run could not begin. */
  private async _prepare(
    controller: AbortController
  ): Promise<{ input: RunInput } | null> {
    const state = this._state;
    const request = this._request;
    const runId = request.earlier?.runId ?? uuid();
    let first: IRunRecord | null = null;
    try {
      const { choice } = state.parts.model();
      first = firstRecord(runId, request, choice, this.said.unsent);
      await keepFirst(state, first, this.said.takeUnshown());
      await this._answerCut();
      const { graph, driver, input, record } = await startRun(state, request, {
        stored: first,
        unsent: this.said.unsent,
        controller,
        onRun: run => {
          this._take(run);
          this._late = null;
        }
      });
      this._graph = graph;
      this._driver = driver;
      this._record = record;
      return { input };
    } catch (error) {
      this._run = null;
      if (isFenced(error)) {
        throw error;
      }
      if (!(controller.signal.reason instanceof DriverLostError)) {
        await state.log.settled();
        const ending: IEnding = controller.signal.aborted
          ? { outcome: 'stopped' }
          : {
              outcome: 'failed',
              error: explainRunError(error, state.parts.trans)
            };
        tellFinished(state, runId, ending, this.said.left(first));
      }
      return null;
    } finally {
      if (this._starting === controller) {
        this._starting = null;
      }
    }
  }

  /** Answers the open calls of a run that is not continued, before the next. */
  private async _answerCut(): Promise<void> {
    const { log, parts } = this._state;
    const wasCut = this._cut !== null || this._request.earlier !== undefined;
    this._cut = null;
    if (this._graph && (wasCut || this._hasOpenCalls)) {
      await answerOpenCalls(this._graph, log.at, parts, 'interrupted');
      this._hasOpenCalls = false;
    }
  }

  /**
   * @param input messages, or null to continue.
   * @returns false if the graph has stopped before a request that needs the
   * person.
   */
  private async _drive(run: Run, input: RunInput): Promise<boolean> {
    const { parts, queue } = this._state;
    let pauses: IGraphInterrupt[];
    this.cards.running();
    try {
      pauses = await streamRun({
        state: this._state,
        driver: this._driver as IRunDriver,
        run,
        input,
        onArrived: () => this._arrived(run)
      });
    } catch (error) {
      if (run.signal.reason instanceof DriverLostError) {
        return true;
      }
      if (isGraphDrained(error)) {
        return false;
      }
      if (isFenced(error)) {
        throw error;
      }
      await this._end(run, outcomeOfError(run, error, parts.trans));
      return true;
    }
    if (pauses.length > 0) {
      // A person may take as long as they like, so the notebook is saved now.
      // The card does not wait for that.
      void run.saver.flush();
      await this.cards.show(pauses);
      // A decision may have come while the graph was on its way to the pause.
      return !this.cards.canGoOn || this._drive(run, null);
    }
    await this._end(run, endingOf(run, parts.trans));
    const queued = queue.take();
    if (queued.length > 0) {
      this.said.add(queued);
      // Not awaited: this work is still in the queue itself.
      const { mode, notebook } = this._request;
      this.begin({ mode, notebook }).catch(error => this.failed(error));
    }
    return true;
  }

  /** Called once the input is in a checkpoint. */
  private _arrived(run: Run): void {
    if (this.said.arrived()) {
      if (workflowIn(run.options.mode) === null) {
        const { memory } = this._state.memoryStore;
        memory.described = run.options.notebook.path;
        memory.cells = knownCells(run.options.notebook);
      }
      this.noteRun({ unsent: [] });
    }
  }

  /** Leaves a thread in which every call is answered, then reports the end. */
  private async _end(run: Run, ending: IEnding): Promise<void> {
    const saved = run.saver.flushWithin();
    const { changed, isAnswered } = await finishRun(this._state, run, {
      graph: this._graph,
      driver: this._driver,
      cards: this.cards,
      outcome: ending.outcome
    });
    await saved;
    // If the answers could not be stored, that is done before the next run.
    this._hasOpenCalls = !isAnswered;
    const stored = this._record;
    this._run = this._record = this._late = null;
    const left = this.said.left(stored);
    tellFinished(this._state, run.options.runId, ending, left, changed);
    await settle(this._state);
  }
}

/** The record of a run before its notebook and its tools are known. */
function firstRecord(
  runId: string,
  { mode, notebook = '', earlier }: IRunRequest,
  choice: IRunRecord['choice'],
  unsent: readonly IUnsentMessage[]
): IRunRecord {
  return {
    runId,
    mode,
    notebook,
    tools: earlier?.tools ?? [],
    instructions: earlier?.instructions ?? '',
    choice,
    turn: [],
    unsent: [...unsent],
    started: Date.now()
  };
}

/**
 * Stores messages before they are shown, so that a later page has both or
 * neither.
 *
 * @param said messages that were not shown yet.
 */
async function keepFirst(
  { parts, record }: IThreadContext,
  stored: IRunRecord,
  said: readonly IUnsentMessage[]
): Promise<void> {
  try {
    await record.begin(
      titleText(parts, stored.notebook, said[0]),
      stored.notebook
    );
    await record.write({
      run: stored,
      ...(record.current?.untouched && { untouched: false })
    });
  } finally {
    for (const { messageId, text, attachments } of said) {
      parts.tell({
        type: 'user-message',
        messageId,
        text,
        ...(attachments && { attachments })
      });
    }
  }
}

/** The first message, with each cell as the person sees it at this moment. */
function titleText(
  { workspace }: IThreadContext['parts'],
  notebook: string,
  first?: IUnsentMessage
): string {
  return textParts(first?.text ?? '')
    .map(part =>
      'text' in part
        ? part.text
        : (part.label ?? workspace.cellLabel(notebook, part.cellId) ?? '…')
    )
    .join('');
}
