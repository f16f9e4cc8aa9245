import type { AgentEvent, IRunRecord } from '../../contract';
import type { IUnsentMessage } from '../run-context/run-request';
import { restoreUnsavedCells } from '../run/restore-unsaved-cells';
import { explainRunError } from '../errors/explain-run-error';
import { DeferredNotebook } from '../run-context/deferred-notebook';
import { PendingRecovery, recoveryId } from '../interrupts/pending-recovery';
import { PendingApproval } from '../interrupts/pending-approval';
import { recoverCalls } from './recover-calls';
import { replayMissedEvents } from './replay-missed-events';
import type { Run } from '../run/run';
import { readRunLog, type IRunLog } from './read-run-log';
import type { RunManager } from '../run/run-manager';
import { withWork, type IGraphPosition } from '../run/graph-position';
import { type IThreadContext, settle } from '../thread-context/thread-context';
import { unlessAborted } from '../util/until-aborted';

/**
 * What is left to do once a thread is open; resolves when the run pauses or
 * ends.
 */
export type GoOn = () => Promise<void>;

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
  const shown = await parts.journal.shown(log.at);
  log.noteAnswers(shown);
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
    late,
    shown
  });
  return async () => {
    if (await late.arrived()) {
      await restoreUnsavedCells(run);
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
    late,
    shown
  }: Awaited<ReturnType<RunManager['adopt']>> & {
    late: DeferredNotebook;
    shown: readonly AgentEvent[];
  }
): Promise<GoOn> {
  const position = withWork(
    await driver.position(),
    await run.workflowCalls.stand()
  );
  const runLog = readRunLog(shown, record.runId);
  const unsent = unsentOf(record, position);
  runs.said.takeOver(unsent);
  tellArrived(state, record, position, runLog);
  const at = unsent.length > 0 && position.at === 'end' ? 'model' : position.at;
  if (position.asks && !again) {
    return cutAtModel(state, runs, record, { run, position, shown });
  }
  if (at === 'model') {
    return again
      ? beginAgain(state, runs, record, { run, late })
      : cutAtModel(state, runs, record, { run, position, shown });
  }
  if (runLog.outcome !== null && runLog.outcome !== 'interrupted') {
    // It had ended, but the page was closed before that was stored.
    runs.letGo();
    state.record.note({ run: null, pending: 0 });
    return NOTHING_LEFT;
  }
  await replayMissedEvents(run, record, position, runLog);
  await takeOverQuestions(state, record, runLog);
  const { effects } = run.turn;
  if (effects.size < record.turn.length) {
    runs.noteRun({ turn: [...effects] });
  }
  switch (at) {
    case 'end':
      return () => runs.close();
    case 'pause':
      return waitAgain(state, runs, { run, position, runLog });
    case 'tools':
      return () => applied(state, runs, { run, runLog });
  }
}

/**
 * Questions of calls that were running. Those that will be asked again can be
 * answered at once; the others ended with their page.
 */
async function takeOverQuestions(
  { parts, log, questions }: IThreadContext,
  { runId }: IRunRecord,
  { pauses }: IRunLog
): Promise<void> {
  const calls = await parts.journal.calls(log.at, runId);
  for (const [interruptId, pause] of pauses) {
    const { asked, closed } = pause;
    if (!asked || !('asker' in asked) || !asked.asker) {
      continue;
    }
    const call = calls.find(({ callId }) => callId === asked.step_id);
    const last = call?.effects.at(-1);
    if (!call?.outcome && last?.kind === 'shell' && last.asked) {
      questions.takeOver(asked, pause);
    } else if (!closed) {
      parts.tell({
        type: 'interrupt-closed',
        interruptId,
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
  { run, late }: { run: Run; late: DeferredNotebook }
): Promise<GoOn> {
  try {
    const notebook = await late.reach();
    await restoreUnsavedCells(run);
    runs.letGo();
    const { mode } = record;
    const request = { mode, notebook: notebook.path, earlier: record };
    return () => runs.begin(request);
  } catch (error) {
    runs.cutShort(record, explainRunError(error, parts.trans), true);
    return NOTHING_LEFT;
  }
}

async function cutAtModel(
  state: IThreadContext,
  runs: RunManager,
  record: IRunRecord,
  {
    run,
    position,
    shown
  }: { run: Run; position: IGraphPosition; shown: readonly AgentEvent[] }
): Promise<GoOn> {
  const { trans } = state.parts;
  const runLog = readRunLog(shown, record.runId);
  if (runLog.outcome === null) {
    await replayMissedEvents(run, record, position, runLog);
    await settle(state);
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
    runLog.outcome === null
  );
  return NOTHING_LEFT;
}

async function waitAgain(
  state: IThreadContext,
  runs: RunManager,
  {
    run,
    position: status,
    runLog
  }: { run: Run; position: IGraphPosition; runLog: IRunLog }
): Promise<GoOn> {
  const { pauses } = runLog;
  for (const pending of runs.waiting.made(run, status.pauses, pauses)) {
    const shown = pauses.get(pending.interruptId);
    if (pending instanceof PendingApproval) {
      await pending.takeOver(shown);
    }
    runs.waiting.pendings.add(pending, shown);
  }
  return async () => {
    if (runs.waiting.pendings.canGoOn) {
      // A call that was decided may have begun.
      await applied(state, runs, { run, runLog });
    } else {
      // Reports what an earlier page had no time for.
      await runs.waiting.goOn();
    }
  };
}

/** Applies what was decided; asks first if it is unknown what has run. */
function applied(
  state: IThreadContext,
  runs: RunManager,
  { run, runLog }: { run: Run; runLog: IRunLog }
): Promise<void> {
  return reached(state, runs, async () => {
    const cards = await runs.inTurn(() =>
      unlessAborted(recoverCalls(run), run.signal)
    );
    const interruptId = recoveryId(run.options.runId);
    const shown = runLog.pauses.get(interruptId);
    if (cards.length === 0) {
      if (shown && !shown.closed) {
        // What an earlier page asked has been found out meanwhile.
        state.parts.tell({ type: 'review-closed', interruptId });
      }
      if (runs.waiting.pendings.canGoOn) {
        await runs.waiting.goOn();
      } else {
        await runs.goOn();
      }
      return;
    }
    const pending = new PendingRecovery(run, cards);
    await settle(state);
    runs.waiting.pendings.add(pending, shown);
    state.record.note({ pending: runs.waiting.pendings.count });
  });
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
