import { AIMessage, ToolMessage } from '@langchain/core/messages';

import {
  NEVER_ALWAYS,
  type IReviewRequest,
  type IRunRecord
} from '../../contract';
import { shownNumbers, textOf } from '../model/normalize-answer';
import {
  callsOf,
  lastAnswer,
  openCalls,
  type IGraphPosition
} from '../run/graph-position';
import { lateDecision } from '../interrupts/pending-approval';
import { recoveryId } from '../interrupts/pending-recovery';
import type { IGraphInterrupt } from '../graph-interrupts/ask-person';
import { resultThings } from '../run-context/result-things';
import type { ICallContext } from '../tool-calls/call-context';
import { noteLearnt } from '../tool-calls/execute-tool-call';
import { describeCall, wholeArguments } from '../tool-calls/describe-call';
import type { IRunLog } from './read-run-log';

/**
 * Restores the state of a run, and reports what an earlier page had no time to
 * show: what the model said last, and how its calls ended.
 */
export async function replayMissedEvents(
  run: ICallContext,
  record: IRunRecord,
  position: IGraphPosition,
  log: IRunLog
): Promise<void> {
  const { journal, at } = run.options;
  const message = lastAnswer(position.messages);
  const left = openCalls(position.messages);
  const calls = await journal.calls(at, record.runId);
  const turn = record.turn.filter(effect => !NEVER_ALWAYS.has(effect));
  if (turn.length < record.turn.length) {
    // Some effects were allowed in another page only, and that permission has
    // ended.
    run.emit({ type: 'turn-rule', on: turn.length > 0, effects: turn });
  }
  run.turn.allow(turn, true);
  await tellDecided(run, record, position, log);
  log.reviewed.forEach(callId => run.turn.review(callId));
  run.calls.takeOver(log);
  if (
    calls.some(({ effects }) =>
      effects.some(effect => 'cellId' in effect && effect.cellId !== null)
    )
  ) {
    run.saver.owed();
  }
  closeLost(run, position, log);
  if (!message || !belongs(message, position, log)) {
    return;
  }
  const all = callsOf(message);
  tellMessage(run, message, log);
  for (const id of all) {
    if (left.includes(id)) {
      continue;
    }
    const outcome = (await journal.call(at, id))?.outcome;
    if (outcome) {
      // Its node does not run again, and what it taught may not be stored yet.
      // The notebook is often not open yet, a moment after its page.
      const { memory } = run.options;
      noteLearnt(memory, outcome, memory.notebook ?? null);
    }
    const answer = position.messages.find(
      each => ToolMessage.isInstance(each) && each.tool_call_id === id
    );
    if ((outcome || answer) && !log.finished.has(id)) {
      run.emit({
        type: 'call-finished',
        callId: id,
        state: outcome?.state ?? 'done',
        text: outcome?.summary || run.options.trans.__('Done'),
        result: outcome?.text ?? answer?.text ?? '',
        images: outcome?.images?.length ?? 0,
        ...(outcome && resultThings(outcome))
      });
    }
  }
}

/**
 * Reports decisions with which the graph has gone on already: the page was
 * closed before they were shown.
 */
async function tellDecided(
  run: ICallContext,
  { runId }: IRunRecord,
  { pauses: waiting }: IGraphPosition,
  { pauses, reviewed }: IRunLog
): Promise<void> {
  const { journal, at, tell } = run.options;
  const open = new Set(waiting.flatMap(idsOf));
  const asked = new Set(waiting.flatMap(callsIn));
  for (const [interruptId, pause] of pauses) {
    if (
      pause.closed ||
      pause.calls.size === 0 ||
      interruptId === recoveryId(runId)
    ) {
      continue;
    }
    for (const callId of pause.calls.keys()) {
      const record = await journal.decision(at, callId);
      // A call with a card that still waits was asked about again.
      if (record && !pause.decided.has(callId) && !asked.has(callId)) {
        tell(lateDecision(interruptId, record));
        pause.decided.add(callId);
        if (record.by === 'person') {
          reviewed.add(callId);
        }
      }
    }
    if (!open.has(interruptId)) {
      tell({ type: 'review-closed', interruptId });
      pause.closed = true;
    }
  }
}

/** LangGraph's id of a pause, and the one for the outside. */
function idsOf({ id, value }: IGraphInterrupt): string[] {
  const { interrupt_id } = value as { interrupt_id?: string };
  return interrupt_id === undefined ? [id] : [id, interrupt_id];
}

/** The calls whose cards are in a pause. */
function callsIn({ value }: IGraphInterrupt): string[] {
  const { cards = [] } = value as Partial<IReviewRequest>;
  return cards.map(({ callId }) => callId);
}

/**
 * Closes calls of an answer that was shown but never reached a checkpoint: the
 * model is asked again for that answer.
 */
function closeLost(
  run: ICallContext,
  position: IGraphPosition,
  log: IRunLog
): void {
  const present = new Set(
    position.messages.flatMap(each =>
      AIMessage.isInstance(each) ? callsOf(each) : []
    )
  );
  for (const callId of log.open) {
    if (!present.has(callId)) {
      run.emit({
        type: 'call-finished',
        callId,
        state: 'stopped',
        text: run.options.trans.__('Not run: the page was closed first'),
        result: '',
        images: 0
      });
    }
  }
}

/** Whether the last answer belongs to this run, and not to an earlier one. */
function belongs(
  message: AIMessage,
  position: IGraphPosition,
  log: IRunLog
): boolean {
  const wasShown = log.said.has(message.id as string);
  const shown = callsOf(message).some(id => log.proposed.has(id));
  const last = position.messages.findLast(
    each => AIMessage.isInstance(each) || each.type === 'human'
  );
  return wasShown || shown || last === message;
}

function tellMessage(
  run: ICallContext,
  message: AIMessage,
  log: IRunLog
): void {
  const { tools, trans } = run.options;
  const words = { tools, trans, names: run.names };
  const messageId = message.id as string;
  const text = textOf(message);
  if (text.trim() !== '' && !log.said.has(messageId)) {
    run.emit({
      type: 'model-message',
      messageId,
      text,
      ...shownNumbers(message)
    });
  }
  for (const { id = '', name, args } of message.tool_calls ?? []) {
    if (!log.proposed.has(id)) {
      run.emit({
        type: 'call-proposed',
        callId: id,
        messageId,
        tool: name,
        args: wholeArguments(words, name, args),
        text: describeCall(words, name, args)
      });
    }
  }
}
