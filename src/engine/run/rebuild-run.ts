import { AIMessage, ToolMessage } from '@langchain/core/messages';

import { NEVER_ALWAYS } from '../../contract';
import type { IBranch, IRunRecord } from '../../contract';
import { textOf } from '../model/normalize-answer';
import { runOptions, toolsOf } from './create-run';
import type { IRunDependencies, IThreadParts } from './create-run';
import { ModelSelector } from '../model/model-selector';
import { describeCall } from '../tool-calls/describe-call';
import { extensionMiddleware } from '../middleware/extension';
import { buildGraph } from './build-graph';
import type { AgentGraph } from './build-graph';
import { NO_INSTRUCTIONS } from '../context/instructions';
import { DeferredNotebook } from './deferred-notebook';
import { Run, newMemory } from './run';
import type { IRunLog } from '../resume/read-run-log';
import { callsOf, lastAnswer, openCalls } from './graph-position';
import type { IGraphPosition } from './graph-position';

/**
 * A run of an earlier page, made again: the same mode, tools and instructions,
 * and the model that is chosen now, which is the same where the person chose no
 * other. Asks neither a model nor the notebook for anything.
 */
export async function rebuildRun(
  parts: IRunDependencies,
  thread: IThreadParts,
  record: IRunRecord,
  late: DeferredNotebook
): Promise<{ run: Run; graph: AgentGraph }> {
  const { choice } = parts.model();
  const [provider] = await Promise.all([
    parts.provider(choice.provider),
    parts.workspace.grammars.load()
  ]);
  const run = new Run(
    runOptions(parts, thread, {
      runId: record.runId,
      mode: record.mode,
      path: late.path,
      notebook: () => late.notebook,
      provider,
      choice
    }),
    thread.controller
  );
  const [tools, extensions] = await Promise.all([
    record.tools.length > 0 ? toolsOf(parts, run, record) : [],
    parts.middleware().then(declared => extensionMiddleware(declared, run))
  ]);
  tools.forEach(tool => run.options.tools.set(tool.name, tool));
  const graph = buildGraph({
    run,
    models: new ModelSelector(parts),
    instructions: { ...NO_INSTRUCTIONS, text: record.instructions },
    extensions,
    checkpointer: parts.checkpointer
  });
  return { run, graph };
}

/** A graph to read states with, where no run has made one. */
export async function idleGraph(
  parts: IRunDependencies,
  at: IBranch
): Promise<AgentGraph> {
  const { choice } = parts.model();
  const thread: IThreadParts = {
    at,
    memory: newMemory(),
    controller: new AbortController(),
    takeQueued: () => []
  };
  const record: IRunRecord = {
    runId: '',
    mode: 'agent',
    notebook: '',
    tools: (await parts.tools()).map(({ name }) => name),
    instructions: '',
    choice,
    turn: [],
    unsent: [],
    started: 0
  };
  const late = new DeferredNotebook(parts.workspace, '', parts.trans);
  return (await rebuildRun(parts, thread, record, late)).graph;
}

/**
 * Brings a run to where it was, and tells what an earlier page had no time to
 * show: what the model said last, and what became of its calls.
 */
export async function replayMissedEvents(
  run: Run,
  record: IRunRecord,
  stand: IGraphPosition,
  log: IRunLog
): Promise<void> {
  const { journal, at } = run.options;
  const message = lastAnswer(stand.messages);
  const left = openCalls(stand.messages);
  const calls = await journal.calls(at, record.runId);
  const turn = record.turn.filter(effect => !NEVER_ALWAYS.has(effect));
  if (turn.length < record.turn.length) {
    // It was allowed in another page, and ended with that.
    run.emit({ type: 'turn-rule', on: turn.length > 0, effects: turn });
  }
  run.takeOver({
    turn,
    open: log.open,
    reviewed: log.reviewed,
    ran: log.ran,
    changed: calls.some(({ effects }) =>
      effects.some(effect => 'cellId' in effect && effect.cellId !== null)
    )
  });
  closeLost(run, stand, log);
  if (!message || !belongs(message, stand, log)) {
    return;
  }
  const all = callsOf(message);
  if (left.length > 0) {
    run.reorder(
      message.id as string,
      left,
      all.some(id => !left.includes(id) && log.failed.has(id))
    );
  }
  tellMessage(run, message, log);
  for (const id of all) {
    const outcome =
      !left.includes(id) && !log.finished.has(id)
        ? (await journal.call(at, id))?.outcome
        : undefined;
    const answer = stand.messages.find(
      each => ToolMessage.isInstance(each) && each.tool_call_id === id
    );
    if (outcome || (answer && !log.finished.has(id))) {
      run.emit({
        type: 'call-finished',
        callId: id,
        state: outcome?.state ?? 'done',
        text: outcome?.summary || run.options.trans.__('Done'),
        result: outcome?.text ?? answer?.text ?? '',
        images: outcome?.images?.length ?? 0
      });
    }
  }
}

/** Calls of an answer that was shown and reached no checkpoint: it is asked for again. */
function closeLost(run: Run, stand: IGraphPosition, log: IRunLog): void {
  const kept = new Set(
    stand.messages.flatMap(each =>
      AIMessage.isInstance(each) ? callsOf(each) : []
    )
  );
  for (const callId of log.open) {
    if (!kept.has(callId)) {
      run.emit({
        type: 'call-finished',
        callId,
        state: 'stopped',
        text: run.options.trans.__('Not run: the page was closed before'),
        result: '',
        images: 0
      });
    }
  }
}

/** Whether the last answer is of this run, and not of one before it. */
function belongs(
  message: AIMessage,
  stand: IGraphPosition,
  log: IRunLog
): boolean {
  const said = log.said.has(message.id as string);
  const shown = callsOf(message).some(id => log.proposed.has(id));
  const last = stand.messages.findLast(
    each => AIMessage.isInstance(each) || each.type === 'human'
  );
  return said || shown || last === message;
}

function tellMessage(run: Run, message: AIMessage, log: IRunLog): void {
  const messageId = message.id as string;
  const text = textOf(message);
  if (text.trim() !== '' && !log.said.has(messageId)) {
    run.emit({ type: 'model-message', messageId, text });
  }
  for (const { id = '', name, args } of message.tool_calls ?? []) {
    if (!log.proposed.has(id)) {
      run.emit({
        type: 'call-proposed',
        callId: id,
        messageId,
        tool: name,
        args,
        text: describeCall(run, name, args)
      });
    }
  }
}
