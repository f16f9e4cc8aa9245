import type { BaseMessage, HumanMessage } from '@langchain/core/messages';
import { v4 as uuid } from '@langchain/core/utils/uuid';
import { Command } from '@langchain/langgraph/web';

import { EFFECTS, TURN_EFFECTS } from '../contract';
import type { Effect, IResumeCommand, IStartCommand } from '../contract';

import { makeRun, prepareRun } from './begin-run';
import type { IRunParts, IRunRequest, IUnsent } from './begin-run';
import { answerOpenCalls } from './close-thread';
import { endingOf, saveChanges } from './endings';
import type { IEnding } from './endings';
import { StopError, explainRunError } from './errors';
import type { AgentGraph } from './graph';
import { Lane } from './lane';
import { MessageQueue } from './message-queue';
import { PendingReview, duplicateNotice } from './pending-review';
import type { Run, IThreadMemory } from './run';
import { readStreamPart } from './stream-events';
import { unlessAborted, untilAborted } from './until-aborted';

/**
 * Supersteps a run may take. The limit on model calls ends a run long before;
 * LangGraph's own default of 25 would end a job of six cells.
 */
const RECURSION_LIMIT = 10_000;

/** How long Stop waits for calls under way before it answers for them, in ms. */
const STOP_PATIENCE = 800;

/**
 * A conversation: a serial queue of runs over one LangGraph thread. Runs pause
 * at reviews; whatever ends one leaves a history that a strict provider takes.
 */
export class Thread {
  readonly #work = new Lane();
  readonly #memory: IThreadMemory = { seen: {}, made: new Set(), epoch: '' };
  readonly #queue: MessageQueue;
  #run: Run | null = null;
  /** A run has been asked for and is not there yet; ends it. */
  #starting: AbortController | null = null;
  #graph: AgentGraph | null = null;
  #review: PendingReview | null = null;
  /** Messages that entered the conversation and not yet the graph. */
  #unsent: IUnsent[] = [];
  /** How the last message is to be worked on. */
  #request: IRunRequest = { mode: 'agent' };

  constructor(readonly options: IRunParts) {
    this.#queue = new MessageQueue(options.tell);
  }

  /** A message of the person: begins a run, or waits for the next step of one. */
  async start({
    messageId,
    text,
    attachments,
    mode = 'agent',
    notebook
  }: Omit<IStartCommand, 'type' | 'threadId'>): Promise<void> {
    if (this.#run || this.#starting) {
      this.#queue.set(messageId, text);
    } else if (this.#queue.enter(messageId)) {
      this.#request = { mode, notebook };
      this.#say([...this.#queue.take(), { messageId, text, attachments }]);
      await this.#begin();
    }
  }

  /** Changes, adds or takes back (`null`) a message that waits. */
  queue(messageId: string, text: string | null): void {
    this.#queue.set(messageId, text);
  }

  /** Repeats what failed or goes on after a limit, in the same notebook. */
  async retry(): Promise<void> {
    if (!this.#run && !this.#starting) {
      const last = this.#memory.notebook;
      if (last?.isOpen) {
        this.#request = { ...this.#request, notebook: last.path };
      }
      await this.#begin();
    }
  }

  /** Ends the run; resolves when everything has ended. */
  async stop(): Promise<void> {
    const controller = this.#run?.controller ?? this.#starting;
    if (!controller || controller.signal.aborted) {
      return;
    }
    controller.abort(new StopError());
    // While a review is open nothing streams, and the run ends here; else it
    // ends itself, and this waits behind it.
    await this.#work.run(async () => {
      if (this.#run?.controller === controller) {
        await this.#end(this.#run, { outcome: 'stopped' });
      }
    });
  }

  /** "Approve the rest of this turn": also what is pending now. */
  async setTurnRule(
    on: boolean,
    effects: readonly Effect[] = on ? TURN_EFFECTS : EFFECTS
  ): Promise<void> {
    const turn = this.#run?.turn;
    const changed = effects.filter(effect => turn?.has(effect) !== on);
    if (!turn || changed.length === 0) {
      return;
    }
    changed.forEach(effect => (on ? turn.add(effect) : turn.delete(effect)));
    this.options.tell({
      type: 'turn-rule',
      on: turn.size > 0,
      effects: [...turn]
    });
    await this.policyChanged();
  }

  /** The standing rules have changed: what they let through need not wait. */
  policyChanged(): Promise<void> {
    return this.#decide(review => review.decideByRules());
  }

  async resume(command: IResumeCommand): Promise<void> {
    const { interruptId, decisions, hashes } = command;
    if (this.#review?.interruptId === interruptId) {
      await this.#decide(review => review.decide(decisions, hashes, 'person'));
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

  #say(messages: IUnsent[]): void {
    for (const message of messages) {
      this.options.tell({ type: 'user-message', ...message });
    }
    this.#unsent.push(...messages);
  }

  /** Binds to a notebook and runs until a pause or an end. */
  #begin(): Promise<void> {
    const controller = (this.#starting = new AbortController());
    return this.#work.run(async () => {
      const messages = await this.#prepare(controller);
      if (this.#run && messages) {
        await this.#drive(this.#run, messages.length > 0 ? { messages } : null);
      }
    });
  }

  /** @returns the messages that begin the run; null when it came to nothing. */
  async #prepare(controller: AbortController): Promise<HumanMessage[] | null> {
    const { signal } = controller;
    const runId = uuid();
    const parts = {
      memory: this.#memory,
      controller,
      takeQueued: () => this.#queue.take()
    };
    try {
      const { run, models } = await unlessAborted(
        makeRun(this.options, parts, this.#request, runId),
        signal
      );
      this.#run = run;
      const { graph, messages } = await unlessAborted(
        prepareRun(this.options, run, models, this.#unsent),
        signal
      );
      this.#graph = graph;
      return messages;
    } catch (error) {
      this.#run = null;
      this.options.tell({
        type: 'run-finished',
        runId,
        ...(signal.aborted
          ? { outcome: 'stopped' }
          : {
              outcome: 'failed',
              error: explainRunError(error, this.options.trans)
            })
      });
      return null;
    } finally {
      this.#starting = null;
    }
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
        if (this.#unsent.length > 0) {
          this.#unsent = [];
          this.#memory.told = run.options.notebook.path;
        }
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

  /** Decides on the open review; goes on once every card of it is decided. */
  async #decide(work: (review: PendingReview) => Promise<void>): Promise<void> {
    const review = this.#review;
    if (!review || review.run.signal.aborted) {
      return;
    }
    await work(review);
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
    if (run.turn.size > 0) {
      run.turn.clear();
      tell({ type: 'turn-rule', on: false, effects: [] });
    }
    this.#run = null;
    tell({ type: 'run-finished', runId: run.options.runId, outcome, error });
    await saveChanges(run);
  }
}
