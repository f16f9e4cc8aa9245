import {
  AIMessage,
  HumanMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';
import { Command } from '@langchain/langgraph/web';
import { createMiddleware, type ToolCallHandler } from 'langchain';

import type {
  IDecisionRecord,
  IOutcomeRecord,
  ResultThing
} from '../../contract';
import type { CellNames } from '../../tools';
import type { CallLedger } from '../tool-calls/call-ledger';
import type {
  GateRequest,
  IGateCall,
  ICallAnswer
} from '../tool-calls/gate-call';
import { faultsOf, isFromText, shownNumbers } from '../model/normalize-answer';
import { DriverLostError } from '../errors/errors';
import { openEnvelope } from '../tool-calls/envelope';
import { type IToolCall, toolCallProblem } from '../tool-calls/review-call';
import type { IImageArtifact } from '../context/attach-images';
import type { Emit, Writer } from '../run-context/run-context';
import { resultThings } from '../run-context/result-things';
import type { IRunOptions } from '../run-context/run-options';
import { lastTodos } from '../model/open-todos';
import { WRITE_TODOS } from '../tool-set/tool-set';
import type { decideInTurn } from '../tool-calls/decide-in-turn';

export interface IToolGateOptions extends Pick<
  IRunOptions,
  'at' | 'imageStore' | 'journal' | 'settings' | 'takeQueued' | 'trans'
> {
  calls: CallLedger;
  /** See `handleToolCall`. */
  handle(call: IGateCall): Promise<ICallAnswer>;
  /** See `decideInTurn`. */
  decide(
    turn: Parameters<typeof decideInTurn>[1]
  ): Promise<IDecisionRecord | undefined>;
  /** Whether the changes of an answered call are still unsaved. */
  isUnsaved(callId: string): boolean;
  names: Pick<CellNames, 'inText'>;
  /** Called with each outcome and its tool, before the person sees it. */
  onOutcome(outcome: IOutcomeRecord, tool: string): void;
  /** Called once the outcome of a call was reported to the person. */
  onTold(): void;
  /** Whether there is a todo list. */
  keepsTodos: boolean;
  signal: AbortSignal;
  emit: Emit;
}

/**
 * The one gate. Each call of a step passes through it, in the order of the
 * calls, and gets exactly one answer: the person's rejection, the result of
 * what really ran, or why nothing ran. A call that is undecided when its turn
 * comes pauses the step here, before it does anything.
 */
export function toolGateMiddleware(options: IToolGateOptions) {
  return createMiddleware({
    name: 'gate',
    wrapToolCall: (request, handler) =>
      options.calls.track(pass(options, request, handler as ToolCallHandler))
  });
}

async function pass(
  options: IToolGateOptions,
  request: GateRequest,
  handler: ToolCallHandler
): Promise<ToolMessage | Command> {
  const { journal, at, calls: ledger } = options;
  const step = request.state.messages.findLast(each =>
    AIMessage.isInstance(each)
  ) as AIMessage;
  const calls = step.tool_calls ?? [];
  const callId = request.toolCall.id as string;
  const call: IToolCall = {
    id: callId,
    name: request.toolCall.name,
    args: request.toolCall.args,
    fromText: isFromText(step, callId)
  };
  const fault = faultsOf(step)[callId];
  const writer = request.runtime.writer as Writer;

  const order = ledger.order(
    step.id as string,
    calls.map(each => each.id as string),
    callId
  );
  const known = await order.known(id => journal.call(at, id));
  return order.inTurn(call.id, answered);

  async function answered(): Promise<{
    value: ToolMessage | Command;
    failed: boolean;
  }> {
    if (call.name === WRITE_TODOS && options.keepsTodos && !fault) {
      const value = await writeTodos(options, call, request, handler, writer);
      if (!order.isLast(call.id)) {
        // Later calls of the step need it: see `CallSequence.known`.
        await options.journal.finish(at, {
          callId: call.id,
          state: 'done',
          text: '',
          time: Date.now()
        });
      }
      return {
        value: lastOfStep(options, order.isLast(call.id), value, writer),
        failed: false
      };
    }
    const record = known.get(call.id);
    const outcome =
      record?.outcome ?? (await finish(options, step, call, await run()));
    if (!record && !ledger.begun.has(call.id)) {
      const { state, broken, ms, ranArgs } = outcome;
      ledger.onlyRead.set(call.id, { state, broken, ms, ranArgs });
    }
    options.onOutcome(outcome, call.name);
    tellFinished(options.emit, outcome, writer);
    if (outcome.final && call.id !== ledger.leftOpen) {
      completeTodos(options.emit, request.state.messages, step, writer);
    }
    options.onTold();
    const value = lastOfStep(
      options,
      order.isLast(call.id) && !outcome.final,
      toolMessage(call, outcome),
      writer
    );
    return { value, failed: outcome.broken ?? false };
  }

  async function decision(): Promise<IDecisionRecord | undefined> {
    if (fault || options.signal.aborted) {
      return undefined;
    }
    const before = known.get(call.id);
    return before?.intent
      ? before.decision
      : options.decide({
          callId,
          messages: request.state.messages,
          configurable: request.runtime.configurable,
          failed: order.failed
        });
  }

  async function run(): Promise<ICallAnswer> {
    const answer = await options.handle({
      call,
      fault,
      isAlone: calls.length < 2,
      brokenBefore: order.failed,
      decision: await decision(),
      known: known.get(call.id),
      request,
      handler,
      writer
    });
    const { reason } = options.signal as { reason: unknown };
    if (reason instanceof DriverLostError && !ledger.begun.has(call.id)) {
      // Nobody has stopped it: the tab that took over answers it.
      throw reason;
    }
    return answer;
  }
}

/**
 * Stores an answer before its message exists. Everything reported about a call
 * is taken from this record, so that a later page reports the same.
 */
async function finish(
  options: IToolGateOptions,
  step: AIMessage,
  call: IToolCall,
  answer: ICallAnswer
): Promise<IOutcomeRecord> {
  const { calls, at, imageStore, isUnsaved } = options;
  const { result, ranArgs, ms, shown } = answer;
  const images = await Promise.all(
    (result?.images ?? []).map(image => imageStore.put(at.threadId, image))
  );
  const things: ResultThing[] = await Promise.all([
    ...(result?.sounds ?? []).map(async (sound): Promise<ResultThing> => ({
      kind: 'sound',
      id: await imageStore.put(at.threadId, { ...sound, width: 0, height: 0 })
    })),
    ...(result?.links ?? []).map(async (link): Promise<ResultThing> => ({
      kind: 'link',
      ...link
    }))
  ]);
  const effects = calls.begun.get(call.id);
  const { counts = {}, outputs = {}, undone } = effects ?? {};
  const outcome: IOutcomeRecord = {
    callId: call.id,
    state: answer.state,
    text: answer.text,
    summary: answer.summary,
    // Left out if it equals the text.
    ...(shown !== undefined && shown !== opened(answer.text) && { shown }),
    ...(images.length > 0 && { images }),
    ...(things.length > 0 && { things }),
    ...(answer.broken && { broken: true }),
    ...(ranArgs && { ranArgs }),
    ...(ms !== undefined && { ms }),
    ...(result?.cellId !== undefined && { cellId: result.cellId }),
    ...(result?.seen && { seen: result.seen }),
    ...(result?.created && { created: result.created }),
    ...(result?.found && { found: result.found }),
    ...(result?.final && {
      final: { ...result.final, ...shownNumbers(step) }
    }),
    ...(answer.schemasOnly && { schemasOnly: true }),
    ...(Object.keys(counts).length > 0 && { counts, outputs }),
    // What was refused is not restored by a later page either.
    ...(effects &&
      !effects.isRefused &&
      isUnsaved(call.id) && { unsaved: true }),
    ...(undone && { undone }),
    time: Date.now()
  };
  await options.journal.finish(options.at, outcome);
  return outcome;
}

async function writeTodos(
  { calls, settings, trans, emit }: IToolGateOptions,
  call: IToolCall,
  request: GateRequest,
  handler: ToolCallHandler,
  writer: Writer
): Promise<ToolMessage | Command> {
  const finished = (state: 'done' | 'failed', text: string): void =>
    emit(
      {
        type: 'call-finished',
        callId: call.id,
        state,
        text:
          state === 'done'
            ? trans.__('Updated the to-do list')
            : trans.__('The plan was not updated'),
        result: text,
        images: 0
      },
      writer
    );
  const refused = (text: string): ToolMessage => {
    finished('failed', text);
    return new ToolMessage({
      content: text,
      tool_call_id: call.id,
      name: call.name,
      status: 'error'
    });
  };
  const limit = toolCallProblem(settings().limits.toolCalls, calls, call);
  if (limit !== null) {
    return refused(limit);
  }
  calls.count(call.id, call.name);
  try {
    const value = (await handler(request)) as ToolMessage | Command;
    finished('done', '');
    return value;
  } catch (error) {
    // LangChain throws if arguments do not match its schema.
    return refused(
      `write_todos could not be read: ${error instanceof Error ? error.message : String(error)}`
    );
  }
}

/**
 * Adds queued messages of the person to the conversation after a step's last
 * answer.
 */
function lastOfStep(
  { signal, names, takeQueued, emit }: IToolGateOptions,
  isLast: boolean,
  value: ToolMessage | Command,
  writer: Writer
): ToolMessage | Command {
  const queued = isLast && !signal.aborted ? takeQueued() : [];
  if (queued.length === 0) {
    return value;
  }
  const remarks = queued.map(({ messageId, text }) => {
    emit({ type: 'user-message', messageId, text }, writer);
    return new HumanMessage({ id: messageId, content: names.inText(text) });
  });
  const update = ToolMessage.isInstance(value)
    ? { messages: [value] }
    : (value.update as { messages: ToolMessage[] });
  return new Command({
    update: { ...update, messages: [...update.messages, ...remarks] }
  });
}

function toolMessage(call: IToolCall, outcome: IOutcomeRecord): ToolMessage {
  const { images = [], schemasOnly, state, text } = outcome;
  return new ToolMessage({
    content: text,
    tool_call_id: call.id,
    name: call.name,
    // `returnDirect` ends the run only if the answer is no error.
    status: state === 'done' ? 'success' : 'error',
    ...((images.length > 0 || schemasOnly) && {
      artifact: {
        imageIds: images,
        ...(schemasOnly && { schemasOnly })
      } satisfies IImageArtifact
    })
  });
}

function tellFinished(
  emit: Emit,
  outcome: IOutcomeRecord,
  writer: Writer
): void {
  const { callId, state, summary, text, ranArgs, cellId, ms, images, final } =
    outcome;
  emit(
    {
      type: 'call-finished',
      callId,
      state,
      text: summary ?? '',
      result: outcome.shown ?? opened(text),
      ranArgs,
      cellId,
      ms,
      images: images?.length ?? 0,
      ...resultThings(outcome)
    },
    writer
  );
  if (final) {
    emit({ type: 'final-answer', callId, ...final }, writer);
  }
}

/** By answering, the model declares the rest of its list done. */
function completeTodos(
  emit: Emit,
  messages: readonly BaseMessage[],
  step: AIMessage,
  writer: Writer
): void {
  const before = messages.slice(0, messages.indexOf(step));
  const todos = lastTodos(before);
  if (todos.some(({ status }) => status !== 'completed')) {
    emit(
      {
        type: 'todos',
        todos: todos.map(todo => ({ ...todo, status: 'completed' }))
      },
      writer
    );
  }
}

/** The text the model reads, without the marks around data. */
function opened(text: string): string {
  const parts = openEnvelope(text);
  return parts ? parts.before + parts.inside : text;
}
