import { workflowIn } from '../run-context/workflow';
import { textParts, type AgentMode, type IRunRecord } from '../../contract';
import { createRun, prepareRun } from './create-run';
import type {
  IRunRequest,
  IThreadParts,
  IUnsentMessage
} from '../run-context/run-request';
import { messagesOf } from './answer-open-calls';
import { explainRunError } from '../errors/explain-run-error';
import type { AgentGraph } from './middleware-chain';
import { withWords, wordsFromFile } from '../context/words-from-file';
import type { Run } from './run';
import type { IRunDriver } from './stream-run';
import type { RunInput } from './stream-run';
import type { IThreadContext } from '../thread-context/thread-context';
import { unlessAborted } from '../util/until-aborted';
import type { BaseMessage } from '@langchain/core/messages';
import type { ModelSelector } from '../model/model-selector';
import { summariseMessages } from '../context/summarise-messages';
import { graphConfig } from '../run-context/graph-config';
import { isSummary } from '../context/summary-trigger';

/** A run that is ready for its first request. */
export interface IBegun {
  graph: AgentGraph;
  driver: IRunDriver;
  /** Null to continue. */
  input: RunInput;
  /** The record of the run for a later page. */
  record: IRunRecord;
}

/**
 * The request that repeats the last one, or continues it, in the same notebook.
 *
 * @param isNew whether there are messages to begin with.
 * @param chosen the mode selected now, for a conversation in which nothing was
 * said here yet.
 */
export function retryRequest(
  { memoryStore: { memory }, record }: IThreadContext,
  last: IRunRequest,
  isNew: boolean,
  chosen?: AgentMode
): IRunRequest {
  const notebook = memory.notebook?.isOpen
    ? memory.notebook.path
    : (last.notebook ?? record.current?.notebook);
  // The mode of the last message; an imported conversation has none.
  const wanted = memory.mode ?? chosen ?? last.mode;
  // A plan that has ended is not continued.
  const mode =
    workflowIn(wanted) !== null && !memory.plan && !isNew ? 'agent' : wanted;
  return { mode, ...(notebook && { notebook }) };
}

/** The record of a run before its notebook and its tools are known. */
export function firstRecord(
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
export async function keepFirst(
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

/**
 * Binds a run to its notebook and prepares it. Its record is durable before its
 * first checkpoint, which could not be continued without the record.
 *
 * @param onRun is called with the run as soon as it exists.
 */
export async function startRun(
  state: IThreadContext,
  thread: IThreadParts,
  request: IRunRequest,
  {
    stored,
    unsent,
    onRun
  }: {
    stored: IRunRecord;
    unsent: readonly IUnsentMessage[];
    onRun(run: Run): void;
  }
): Promise<IBegun> {
  const { parts, record, queue } = state;
  const { signal } = thread.controller;
  const run = await unlessAborted(
    createRun(parts, thread, request, stored.runId),
    signal
  );
  onRun(run);
  const { notebook, memory } = run.options;
  if (
    workflowIn(run.options.mode) !== null &&
    unsent.length > 0 &&
    !request.earlier
  ) {
    memory.plan = stored.runId;
    memory.level = undefined;
    // A later page finds the plan's checkpoints by this id.
    await thread.onLearnt();
  }
  memory.emptyCell = (notebook.isOpen && notebook.spareCellId) || undefined;
  const { graph, driver, models, input, instructions } = await unlessAborted(
    prepareRun(parts, run, thread, unsent, request),
    signal
  );
  const whole: IRunRecord = {
    ...stored,
    notebook: run.options.notebook.path,
    tools: [...run.options.tools.keys()],
    instructions
  };
  await record.write({ run: whole });
  queue.arrived();
  if (request.summarise) {
    await summariseNow(graph, run, models);
  }
  const words = await wordsFromFile(
    state,
    run.recipient,
    await messagesOf(graph, run.options.at)
  );
  return {
    graph,
    driver,
    input: words === null ? input : inputWith(words, input, request.mode),
    record: whole
  };
}

/** The input of a run, with the messages from a file added. */
function inputWith(words: string, input: RunInput, mode: AgentMode): RunInput {
  if (input && 'task' in input) {
    const { context = '', ...task } = input.task as { context?: string };
    return { task: { ...task, context: `${context}\n\n${words}` } };
  }
  // A plan that continues has already read them.
  return workflowIn(mode) !== null
    ? input
    : {
        messages: withWords(
          words,
          input && 'messages' in input ? input.messages : []
        )
      };
}

/**
 * @param left what a later page has to know of the run, if it left messages
 * unsent.
 */
export async function tellBeginningFailed(
  { parts, record, log }: IThreadContext,
  {
    runId,
    left,
    error,
    isStopped
  }: {
    runId: string;
    left: IRunRecord | null;
    error: unknown;
    isStopped: boolean;
  }
): Promise<void> {
  await log.settled();
  parts.tell({
    type: 'run-finished',
    runId,
    ...(isStopped
      ? { outcome: 'stopped' }
      : { outcome: 'failed', error: explainRunError(error, parts.trans) })
  });
  record.note({ run: left });
}

/** Keeps the last step: a call and its answer, or a message of the person. */
const KEEP = 2;

/**
 * Halved at most this often, so at least a sixteenth of the conversation is
 * used.
 */
const TRIES = 4;

/**
 * Summarises everything but the last step at the person's request, because the
 * conversation was too long for the model. The next node of the graph is then
 * the model.
 *
 * @throws the model's error.
 */
async function summariseNow(
  graph: AgentGraph,
  run: Run,
  models: Pick<ModelSelector, 'take'>
): Promise<void> {
  const config = graphConfig(run.options.at);
  const { values } = await graph.graph.getState(config);
  const stored = (values as { messages?: BaseMessage[] }).messages ?? [];
  const old = stored.length - KEEP - (isSummary(stored[0]) ? 1 : 0);
  const summary =
    old > 0
      ? await summariseMessages(run, await models.take(), stored, {
          trigger: [{ messages: 1 }],
          keep: KEEP,
          tries: TRIES
        })
      : { failure: null };
  if ('messages' in summary) {
    await graph.graph.updateState(config, summary, 'summarise.before_model');
    return;
  }
  if (summary.failure !== null) {
    throw summary.failure;
  }
  run.emit({
    type: 'notice',
    code: 'other',
    text: run.options.trans.__(
      'There was nothing to summarise: your last message, together with what is sent along with it, is too long on its own. Shorten it, or attach less.'
    )
  });
}
