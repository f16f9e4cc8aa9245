import { HumanMessage } from '@langchain/core/messages';
import type { BaseMessage } from '@langchain/core/messages';
import { v4 as uuid } from '@langchain/core/utils/uuid';
import { Command } from '@langchain/langgraph/web';
import type { BaseCheckpointSaver } from '@langchain/langgraph/web';

import { DEFAULT_POLICY, TURN_RULE, evaluatePolicy } from '../contract';
import type {
  Decision,
  EventBody,
  IImageStore,
  IJournal,
  IModelChoice,
  IResumeCommand,
  ITool,
  ITranslator,
  IWorkspace
} from '../contract';
import type { IModelProvider } from '../models';

import { KERNEL_NOTE } from './answer-call';
import { answerOpenCalls } from './close-thread';
import { endingOf, saveChanges } from './endings';
import type { IEnding } from './endings';
import { StopError, explainRunError } from './errors';
import { buildGraph } from './graph';
import type { AgentGraph } from './graph';
import { Lane } from './lane';
import type { Lanes } from './lane';
import { MessageQueue } from './message-queue';
import type { IQueuedMessage } from './message-queue';
import { PendingReview, duplicateNotice } from './pending-review';
import { Run } from './run';
import type { IThreadMemory } from './run';
import { readStreamPart } from './stream-events';
import { untilAborted } from './until-aborted';

/**
 * Supersteps a run may take: a loop is the model, two hooks and the tools.
 * LangGraph's default of 25 ends a job of six cells.
 */
const RECURSION_LIMIT = 400;

/** How long Stop waits for calls under way before it answers for them, in ms. */
const STOP_PATIENCE = 800;

export interface IThreadOptions {
  id: string;
  workspace: IWorkspace;
  journal: IJournal;
  imageStore: IImageStore;
  checkpointer: BaseCheckpointSaver;
  tools: ReadonlyMap<string, ITool>;
  lanes: Lanes;
  trans: ITranslator;
  model(): { choice: IModelChoice; key: string | undefined };
  provider(id: string): IModelProvider;
  tell(body: EventBody): void;
}

/**
 * A conversation: a serial queue of runs over one LangGraph thread. Runs pause
 * at reviews; whatever ends one leaves a history that a strict provider takes.
 */
export class Thread {
  readonly #work = new Lane();
  readonly #memory: IThreadMemory = { seen: {}, made: new Set(), epoch: '' };
  readonly #queue: MessageQueue;
  #run: Run | null = null;
  /** A run has been asked for and is not there yet. */
  #starting = false;
  #graph: AgentGraph | null = null;
  #review: PendingReview | null = null;
  /** Messages that entered the conversation and not yet the graph. */
  #unsent: HumanMessage[] = [];

  constructor(readonly options: IThreadOptions) {
    this.#queue = new MessageQueue(options.tell);
  }

  /** A message of the person: begins a run, or waits for the next step of one. */
  async start(messageId: string, text: string): Promise<void> {
    if (this.#run || this.#starting) {
      this.#queue.set(messageId, text);
    } else if (this.#queue.enter(messageId)) {
      this.#say([...this.#queue.take(), { messageId, text }]);
      await this.#begin();
    }
  }

  /** Changes, adds or takes back (`null`) a message that waits. */
  queue(messageId: string, text: string | null): void {
    this.#queue.set(messageId, text);
  }

  /** Repeats what failed, from where the thread stands. */
  async retry(): Promise<void> {
    if (!this.#run && !this.#starting) {
      await this.#begin();
    }
  }

  /** Ends the run; resolves when everything has ended. */
  async stop(): Promise<void> {
    const run = this.#run;
    if (!run || run.signal.aborted) {
      return;
    }
    run.controller.abort(new StopError());
    // While a review is open nothing streams, and the run ends here; else it
    // ends itself, and this waits behind it.
    await this.#work.run(async () => {
      if (this.#run === run) {
        await this.#end(run, { outcome: 'stopped' });
      }
    });
  }

  /** "Approve the rest of this turn": also what is pending now. */
  async setTurnRule(on: boolean): Promise<void> {
    const run = this.#run;
    if (!run || run.turnRule === on) {
      return;
    }
    run.turnRule = on;
    this.options.tell({ type: 'turn-rule', on });
    const covered = (on ? (this.#review?.cards ?? []) : []).filter(
      card => !evaluatePolicy(DEFAULT_POLICY, card, true).ask
    );
    if (covered.length > 0) {
      await this.#decide(
        Object.fromEntries(
          covered.map(card => [card.callId, { type: 'approve' }])
        ),
        Object.fromEntries(covered.map(card => [card.callId, card.hash])),
        TURN_RULE
      );
    }
  }

  async resume(command: IResumeCommand): Promise<void> {
    const { interruptId, decisions, hashes } = command;
    if (this.#review?.interruptId === interruptId) {
      await this.#decide(decisions, hashes, 'person');
    } else {
      this.options.tell(duplicateNotice(this.options.trans));
    }
  }

  async restartKernel(): Promise<void> {
    const notebook = this.#memory.notebook ?? this.options.workspace.bind();
    await notebook.restartKernel();
  }

  /** The graph's messages; for specs that hold the history to a strict form. */
  async messages(): Promise<BaseMessage[]> {
    const state = await this.#graph?.graph.getState(this.#config);
    return state?.values.messages ?? [];
  }

  get #config() {
    return { configurable: { thread_id: this.options.id } };
  }

  #say(messages: IQueuedMessage[]): void {
    for (const { messageId, text } of messages) {
      this.options.tell({ type: 'user-message', messageId, text });
      this.#unsent.push(new HumanMessage({ id: messageId, content: text }));
    }
  }

  /** Binds to the notebook in front and runs until a pause or an end. */
  #begin(): Promise<void> {
    this.#starting = true;
    return this.#work.run(async () => {
      const runId = uuid();
      let run: Run;
      try {
        run = this.#run = await this.#newRun(runId);
      } catch (error) {
        this.#run = null;
        this.options.tell({
          type: 'run-finished',
          runId,
          outcome: 'failed',
          error: explainRunError(error, this.options.trans)
        });
        return;
      } finally {
        this.#starting = false;
      }
      await this.#drive(
        run,
        this.#unsent.length > 0 ? { messages: [...this.#unsent] } : null
      );
    });
  }

  async #newRun(runId: string): Promise<Run> {
    const { workspace, lanes, tell, trans } = this.options;
    const { choice, key } = this.options.model();
    const provider = this.options.provider(choice.provider);
    const abilities = provider.abilities(choice);
    const notebook = workspace.bind();
    const run = new Run({
      ...this.options,
      threadId: this.options.id,
      runId,
      notebook,
      files: workspace.files,
      images: workspace.images,
      policy: DEFAULT_POLICY,
      memory: this.#memory,
      lane: lanes.for(notebook.path),
      takeQueued: () => this.#queue.take()
    });
    // Taken before the first wait, so that a message sent now is queued.
    this.#run = run;
    this.#memory.notebook = notebook;
    tell({
      type: 'run-started',
      runId,
      notebook: {
        path: notebook.path,
        name: notebook.name,
        kernel: notebook.kernel.displayName
      },
      model: {
        id: choice.provider,
        label: provider.label(choice, trans),
        contextWindow: abilities.contextWindow
      }
    });
    this.#noteRestart(notebook.kernel.epoch);
    this.#graph = buildGraph({
      run,
      model: await provider.create(choice, key),
      seesImages: abilities.images,
      checkpointer: this.options.checkpointer
    });
    return run;
  }

  /** A restart between two runs is told with the message that begins the next. */
  #noteRestart(epoch: string): void {
    const message = this.#unsent.at(-1);
    if (this.#memory.epoch && this.#memory.epoch !== epoch && message) {
      message.content = `${message.text}\n\n(${KERNEL_NOTE})`;
    }
    this.#memory.epoch = epoch;
  }

  /** @param input messages, the answer to a pause, or null to go on. */
  async #drive(
    run: Run,
    input: { messages: HumanMessage[] } | Command | null
  ): Promise<void> {
    try {
      const stream = await (this.#graph as AgentGraph).stream(input as never, {
        ...this.#config,
        streamMode: ['updates', 'messages', 'custom'],
        // The default stores a decision after the tool has begun.
        durability: 'sync',
        recursionLimit: RECURSION_LIMIT,
        signal: run.signal
      });
      for await (const part of untilAborted(
        stream as AsyncIterable<[string, unknown]>,
        run.signal
      )) {
        // The first part tells that the checkpoint has the input.
        this.#unsent = [];
        const { events, pause } = readStreamPart(part, run.messageId);
        events.forEach(this.options.tell);
        if (pause) {
          this.#review = new PendingReview(pause, run);
          const { interruptId, cards } = this.#review;
          this.options.tell({ type: 'review-opened', interruptId, cards });
        }
        if (run.endReason) {
          run.controller.abort(new StopError());
        }
      }
    } catch (error) {
      await this.#end(run, endingOf(run, error, this.options.trans));
      return;
    }
    if (this.#review) {
      return;
    }
    await this.#end(run, { outcome: 'answered' });
    const queued = this.#queue.take();
    if (queued.length > 0) {
      this.#say(queued);
      // Not waited for: this piece of work is still in the queue.
      void this.#begin();
    }
  }

  async #decide(
    decisions: Record<string, Decision>,
    hashes: Record<string, string>,
    by: string
  ): Promise<void> {
    const review = this.#review;
    if (!review || review.run.signal.aborted) {
      return;
    }
    await review.decide(decisions, hashes, by);
    if (review.cards.length > 0 || this.#review !== review) {
      return;
    }
    const { interruptId, run } = review;
    this.#review = null;
    this.options.tell({ type: 'review-closed', interruptId });
    const answer = await review.answer();
    // Addressed to its interrupt: a bare resume sent twice would answer the
    // next card unseen.
    const resume = new Command({ resume: { [interruptId]: answer } });
    await this.#work.run(() => this.#drive(run, resume));
  }

  /** Leaves a thread in which every call is answered, then says so. */
  async #end(run: Run, { outcome, error }: IEnding): Promise<void> {
    const { tell, trans, journal, id } = this.options;
    if (run.signal.aborted) {
      await run.settled(STOP_PATIENCE);
    }
    if (this.#review) {
      tell({ type: 'review-closed', interruptId: this.#review.interruptId });
      this.#review = null;
    }
    if (this.#graph) {
      await answerOpenCalls(this.#graph, id, journal, outcome);
    }
    for (const callId of run.openCalls) {
      run.emit({
        type: 'call-finished',
        callId,
        state: 'stopped',
        text: trans.__('Stopped before it was done'),
        result: '',
        images: 0
      });
    }
    if (run.turnRule) {
      run.turnRule = false;
      tell({ type: 'turn-rule', on: false });
    }
    this.#run = null;
    tell({ type: 'run-finished', runId: run.options.runId, outcome, error });
    await saveChanges(run);
  }
}
