import { AIMessage } from '@langchain/core/messages';
import {
  NEVER_ALWAYS,
  type IRunRecord,
  type AgentEvent,
  type RunOutcome
} from '../../contract';
import type { IUnsentMessage } from '../run/run-dependencies';
import { explainRunError } from '../errors';
import { DeferredNotebook } from '../run/deferred-notebook';
import { isOfCall } from '../interrupts/call-questions';
import { tellMissingCells } from './tell-missing-cells';
import { tellStarted } from '../run/create-run';
import { workflowIn } from '../workflows/workflow';
import type { Run } from '../run/run';
import type { RunManager } from '../run/run-manager';
import {
  callsOf,
  lastAnswer,
  openCalls,
  type IGraphPosition
} from '../run/graph-position';
import { noteLearnt } from '../calls/execute-tool-call';
import { type IThreadContext, settle } from './thread-context';

/**
 * What is left to do once a thread is open; resolves when the run pauses or
 * ends.
 */
type GoOn = () => Promise<void>;

const NOTHING_LEFT: GoOn = async () => undefined;

/**
 * Restores the run of an earlier page: pauses wait again, decisions that were
 * made but not applied are applied, and calls that may have run are looked up.
 * It never repeats a request to a model by itself.
 *
 * @param again the person wants it to continue, so a model may be asked.
 * @returns what can be done without the person.
 */
export async function resumeThread(
  state: IThreadContext,
  runs: RunManager,
  record: IRunRecord,
  again: boolean
): Promise<GoOn> {
  const { parts, log } = state;
  log.open.clear();
  (await parts.journal.shown(log.at)).forEach(event => log.open.note(event));
  const late = new DeferredNotebook(
    parts.workspace,
    record.notebook,
    parts.trans
  );
  let adopted: Awaited<ReturnType<RunManager['adopt']>>;
  try {
    adopted = await runs.adopt(record, late);
  } catch (error) {
    const explained = explainRunError(error, parts.trans);
    runs.cutShort(record, explained, true);
    return NOTHING_LEFT;
  }
  const { run } = adopted;
  const proceed = await restored(state, runs, record, again, {
    ...adopted,
    late
  });
  return async () => {
    if (await late.arrived()) {
      await tellMissingCells(run);
    }
    await proceed();
  };
}

async function restored(
  state: IThreadContext,
  runs: RunManager,
  record: IRunRecord,
  again: boolean,
  {
    run,
    driver,
    late
  }: Awaited<ReturnType<RunManager['adopt']>> & { late: DeferredNotebook }
): Promise<GoOn> {
  const position = await driver.position();
  await runs.cards.reportStored();
  const { journal } = state.parts;
  const runLog = readRunLog(await journal.shown(state.log.at), record.runId);
  const unsent = unsentOf(record, position);
  runs.said.takeOver(unsent);
  tellArrived(state, record, position, runLog);
  const at = unsent.length > 0 && position.at === 'end' ? 'model' : position.at;
  const wasTold = runLog.outcome !== null;
  // Where a graph above the agent has stopped once, it waits for Continue.
  const waits =
    !again &&
    at === 'tools' &&
    runLog.outcome === 'interrupted' &&
    workflowIn(record.mode) !== null;
  if (at === 'model' || waits) {
    if (again) {
      return beginAgain(state, runs, record, late);
    }
    if (!wasTold) {
      await restoreRun(run, record, position, runLog);
    }
    await cutAtModel(state, runs, run, record, wasTold);
    return NOTHING_LEFT;
  }
  if (runLog.outcome !== null && runLog.outcome !== 'interrupted') {
    // It had ended, but the page was closed before that was stored.
    runs.letGo();
    state.record.note({ run: null, pending: 0 });
    return NOTHING_LEFT;
  }
  await restoreRun(run, record, position, runLog);
  await closeQuestions(state, record);
  runs.cards.answered();
  const { effects } = run.turn;
  if (effects.size < record.turn.length) {
    runs.noteRun({ turn: [...effects] });
  }
  const goOn = (): Promise<void> =>
    reached(state, runs, async () => {
      if (again && state.log.open.count === 0) {
        tellStarted(run);
      }
      if (!(await runs.goOn(() => true, again))) {
        const { current } = state.record;
        await cutAtModel(state, runs, run, current?.run ?? record, wasTold);
      }
    });
  switch (at) {
    case 'end':
      return () => runs.close();
    case 'pause':
      return waitAgain(state, runs, position, goOn);
    case 'tools':
      return goOn;
  }
}

/** Restores what an earlier page knew of a run from its log and its record. */
async function restoreRun(
  run: Run,
  record: IRunRecord,
  { messages }: IGraphPosition,
  log: IRunLog
): Promise<void> {
  const { journal, at, memory, trans } = run.options;
  const turn = record.turn.filter(effect => !NEVER_ALWAYS.has(effect));
  if (turn.length < record.turn.length) {
    // Some effects were allowed in another page only, and that permission has
    // ended.
    run.emit({ type: 'turn-rule', on: turn.length > 0, effects: turn });
  }
  run.turn.allow(turn, true);
  log.reviewed.forEach(callId => run.turn.review(callId));
  run.calls.takeOver(log);
  const calls = await journal.calls(at, record.runId);
  const touchesCells = calls.some(({ effects }) =>
    effects.some(effect => 'cellId' in effect && effect.cellId !== null)
  );
  if (touchesCells) {
    run.saver.owed();
  }
  const present = new Set(
    messages.flatMap(each => (AIMessage.isInstance(each) ? callsOf(each) : []))
  );
  for (const callId of log.open) {
    // Its answer was shown and never reached a checkpoint: the model is asked
    // again for it.
    if (!present.has(callId)) {
      run.emit({
        type: 'call-finished',
        callId,
        state: 'stopped',
        text: trans.__('Not run: the page was closed first'),
        result: '',
        images: 0
      });
    }
  }
  const left = openCalls(messages);
  for (const id of callsOf(lastAnswer(messages))) {
    const outcome = left.includes(id)
      ? undefined
      : (await journal.call(at, id))?.outcome;
    if (outcome) {
      // Its node does not run again, and what it taught may not be stored yet.
      noteLearnt(memory, outcome);
    }
  }
}

/**
 * Closes the questions of calls that were running, unless they will be asked
 * again.
 */
async function closeQuestions(
  { parts, log }: IThreadContext,
  { runId }: IRunRecord
): Promise<void> {
  const calls = await parts.journal.calls(log.at, runId);
  for (const asked of [...log.open.questions.values()].filter(isOfCall)) {
    const call = calls.find(({ callId }) => callId === asked.step_id);
    const last = call?.effects.at(-1);
    if (call?.outcome || last?.kind !== 'shell' || !last.asked) {
      parts.tell({
        type: 'interrupt-closed',
        interruptId: asked.interrupt_id,
        answer: null,
        by: 'stop'
      });
    }
  }
}

/** Messages that are not in any checkpoint. */
function unsentOf(
  record: IRunRecord,
  position: IGraphPosition
): IRunRecord['unsent'] {
  const sent = new Set(position.messages.map(({ id }) => id));
  return position.hasInput
    ? []
    : record.unsent.filter(({ messageId }) => !sent.has(messageId));
}

/**
 * Shows messages that were stored but not shown, and removes those from the
 * queue that had reached the graph.
 */
function tellArrived(
  { parts, record, queue }: IThreadContext,
  run: IRunRecord,
  position: IGraphPosition,
  { received }: IRunLog
): void {
  const ids = new Set(position.messages.map(({ id }) => id ?? ''));
  const queued = record.current?.queued ?? [];
  queue.takeOver(queued, ids);
  const tellOnce = ({ messageId, text, attachments }: IUnsentMessage): void => {
    if (!received.has(messageId)) {
      parts.tell({
        type: 'user-message',
        messageId,
        text,
        ...(attachments && { attachments })
      });
    }
  };
  // They are stored before they are shown, and the page may close in between.
  run.unsent.forEach(tellOnce);
  for (const message of queued) {
    if (ids.has(message.messageId)) {
      tellOnce(message);
    }
  }
}

/** Repeats the request that was in progress, with the same text. */
async function beginAgain(
  { parts }: IThreadContext,
  runs: RunManager,
  record: IRunRecord,
  late: DeferredNotebook
): Promise<GoOn> {
  try {
    await late.reach();
    runs.letGo();
    const { mode } = record;
    const request = { mode, notebook: late.notebook.path, earlier: record };
    return () => runs.begin(request);
  } catch (error) {
    runs.cutShort(record, explainRunError(error, parts.trans), true);
    return NOTHING_LEFT;
  }
}

/**
 * The run waits for Continue, since a model would be asked; unless it was
 * stopped, or left to another tab, meanwhile.
 */
async function cutAtModel(
  state: IThreadContext,
  runs: RunManager,
  run: Run,
  record: IRunRecord,
  wasTold: boolean
): Promise<void> {
  const { trans } = state.parts;
  await settle(state);
  if (runs.run !== run || run.signal.aborted) {
    return;
  }
  runs.cutShort(
    record,
    {
      code: 'interrupted',
      title: trans.__('The model was cut off while it was writing.'),
      text: trans.__(
        'The page was closed, or another tab took over. Press Continue to send the request again; nothing runs twice.'
      ),
      retryable: true
    },
    !wasTold
  );
}

/** Shows the cards again, and applies what was decided on them. */
async function waitAgain(
  state: IThreadContext,
  { cards }: RunManager,
  { pauses }: IGraphPosition,
  goOn: GoOn
): Promise<GoOn> {
  await cards.show(pauses);
  return async () => {
    // The kernel may be able to tell by now what became of a call.
    if (cards.canGoOn || state.log.open.hasUnclear) {
      await goOn();
    }
  };
}

/**
 * Does the work once the notebook is available; if it is gone, the run waits
 * for Continue.
 */
async function reached(
  { parts, record }: IThreadContext,
  runs: RunManager,
  work: () => Promise<void>
): Promise<void> {
  const run = runs.run;
  const stored = record.current?.run;
  try {
    await runs.reach();
  } catch (error) {
    if (stored && runs.run === run && !run?.signal.aborted) {
      runs.cutShort(stored, explainRunError(error, parts.trans), true);
    }
    return;
  }
  if (runs.run === run) {
    await work();
  }
}

/** What the display log says of one run. */
interface IRunLog {
  /** Calls that were shown and have no outcome yet. */
  open: Set<string>;
  reviewed: Set<string>;
  /** The tools that were run, by call. */
  ran: Map<string, string>;
  /** Messages of the person that were shown, in this run or an earlier one. */
  received: Set<string>;
  /** Null while the run continues. */
  outcome: RunOutcome | null;
}

/** Reads one run from the display log of its thread. */
function readRunLog(events: readonly AgentEvent[], runId: string): IRunLog {
  const log: IRunLog = {
    open: new Set(),
    reviewed: new Set(),
    ran: new Map(),
    received: new Set(),
    outcome: null
  };
  const tools = new Map<string, string>();
  const started = new Set<string>();
  let inRun = false;
  for (const event of events) {
    switch (event.type) {
      case 'run-started':
        inRun = event.runId === runId;
        if (inRun) {
          log.outcome = null;
        }
        continue;
      case 'run-finished':
        if (event.runId === runId) {
          log.outcome = event.outcome;
        }
        continue;
      case 'user-message':
        log.received.add(event.messageId);
        continue;
    }
    if (!inRun) {
      continue;
    }
    switch (event.type) {
      case 'call-proposed':
        log.open.add(event.callId);
        tools.set(event.callId, event.tool);
        break;
      case 'call-started':
        started.add(event.callId);
        log.ran.set(event.callId, tools.get(event.callId) ?? '');
        break;
      case 'call-finished':
        log.open.delete(event.callId);
        if (!started.has(event.callId) && event.state === 'done') {
          // An update of the todo list, which is not shown while it is written.
          log.ran.set(event.callId, tools.get(event.callId) ?? '');
        }
        break;
      case 'review-decided':
        if (event.by === 'person') {
          log.reviewed.add(event.callId);
        }
        break;
    }
  }
  return log;
}
