import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import type { BaseMessage } from '@langchain/core/messages';
import { Command } from '@langchain/langgraph/web';
import { createMiddleware } from 'langchain';
import type { ToolCallHandler } from 'langchain';

import type { IOutcomeRecord } from '../../contract';
import { handleToolCall } from '../tool-calls/handle-tool-call';
import type { GateRequest, ICallAnswer } from '../tool-calls/handle-tool-call';
import { faultsOf, isFromText } from '../model/normalize-answer';
import { forgetEvidence } from '../tool-calls/invoke-tool';
import { openEnvelope } from '../tool-calls/envelope';
import type { IToolCall } from '../tool-calls/review-call';
import type { IImageArtifact } from '../context/attach-images';
import type { Run, Writer } from '../run/run';
import { noteLearnt, noticeClosed } from '../tool-calls/execute-tool-call';
import { lastTodos } from '../model/open-todos';
import {
  countToolCall,
  toolCallProblem
} from '../tool-calls/tool-call-problem';
import { WRITE_TODOS } from '../tool-calls/tool-set';
import { decisionState } from './approval';

/**
 * The one gate. Each call of a step comes through here, in the order of the
 * calls, and leaves with exactly one answer: the person's rejection, the
 * result of what really ran, or why nothing ran.
 */
export function toolGateMiddleware(run: Run) {
  return createMiddleware({
    name: 'gate',
    stateSchema: decisionState,
    wrapToolCall: (request, handler) =>
      run.track(pass(run, request, handler as ToolCallHandler))
  });
}

async function pass(
  run: Run,
  request: GateRequest,
  handler: ToolCallHandler
): Promise<ToolMessage | Command> {
  const { journal, at } = run.options;
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
  const writer = request.runtime.writer as Writer;

  const order = run.order(
    step.id as string,
    calls.map(each => each.id as string)
  );
  const known = await order.known(id => journal.call(at, id));
  return order.inTurn(call.id, async () => {
    if (call.name === WRITE_TODOS && run.plans && !faultsOf(step)[call.id]) {
      const value = await writeTodos(run, call, request, handler, writer);
      if (!order.isLast(call.id)) {
        // For those behind it: see `CallSequence.known`.
        await journal.finish(at, {
          callId: call.id,
          state: 'done',
          text: '',
          time: Date.now()
        });
      }
      return {
        value: lastOfStep(run, order.isLast(call.id), value, writer),
        failed: false
      };
    }
    const record = known.get(call.id);
    const outcome =
      record?.outcome ??
      (await finish(
        run,
        call,
        await handleToolCall(
          run,
          call,
          step,
          order.failed,
          request,
          handler,
          writer,
          record
        )
      ));
    forgetEvidence(run, outcome);
    noteLearnt(run, outcome);
    tellFinished(run, outcome, writer);
    if (outcome.final && call.id !== run.leftOpen) {
      completeTodos(run, request.state.messages, step, writer);
    }
    noticeClosed(run);
    const value = lastOfStep(
      run,
      order.isLast(call.id) && !outcome.final,
      toolMessage(call, outcome),
      writer
    );
    return { value, failed: outcome.broken ?? false };
  });
}

/**
 * Keeps an answer, before there is a message of it: all that is told of a call
 * comes from here, so that a page that comes later tells the same.
 */
async function finish(
  run: Run,
  call: IToolCall,
  answer: ICallAnswer
): Promise<IOutcomeRecord> {
  const { journal, at, imageStore } = run.options;
  const { result, ranArgs, ms, shown } = answer;
  const images = await Promise.all(
    (result?.images ?? []).map(image => imageStore.put(at.threadId, image))
  );
  const { counts = {}, outputs = {} } = run.begun.get(call.id) ?? {};
  const outcome: IOutcomeRecord = {
    callId: call.id,
    state: answer.state,
    text: answer.text,
    summary: answer.summary,
    // Stored once where the one tells the other.
    ...(shown !== undefined && shown !== opened(answer.text) && { shown }),
    ...(images.length > 0 && { images }),
    ...(answer.broken && { broken: true }),
    ...(ranArgs && { ranArgs }),
    ...(ms !== undefined && { ms }),
    ...(result?.cellId !== undefined && { cellId: result.cellId }),
    ...(result?.seen && { seen: result.seen }),
    ...(result?.made && { made: result.made }),
    ...(result?.final && { final: result.final }),
    ...(answer.schemasOnly && { schemasOnly: true }),
    ...(Object.keys(counts).length > 0 && { counts, outputs }),
    ...(run.begun.has(call.id) &&
      run.saver.answers(call.id) && { unsaved: true }),
    time: Date.now()
  };
  if (run.begun.has(call.id)) {
    await journal.finish(at, outcome);
  } else {
    // Nothing was done: its message is kept after this, or neither is.
    journal.finish(at, outcome, true).catch((error: unknown) => {
      // What is written after it fails of the same.
      console.debug('Cellwright: an answer was not kept', error);
    });
  }
  return outcome;
}

async function writeTodos(
  run: Run,
  call: IToolCall,
  request: GateRequest,
  handler: ToolCallHandler,
  writer: Writer
): Promise<ToolMessage | Command> {
  const { trans } = run.options;
  const finished = (state: 'done' | 'failed', text: string): void =>
    run.emit(
      {
        type: 'call-finished',
        callId: call.id,
        state,
        text:
          state === 'done'
            ? trans.__('Updated the plan')
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
  const limit = toolCallProblem(run, call.name);
  if (limit !== null) {
    return refused(limit);
  }
  countToolCall(run, call.name);
  try {
    const value = (await handler(request)) as ToolMessage | Command;
    finished('done', '');
    return value;
  } catch (error) {
    // LangChain throws on arguments that do not fit its schema.
    return refused(
      `write_todos could not be read: ${error instanceof Error ? error.message : String(error)}`
    );
  }
}

/** Queued messages of the person enter the conversation behind a step's last answer. */
function lastOfStep(
  run: Run,
  isLast: boolean,
  value: ToolMessage | Command,
  writer: Writer
): ToolMessage | Command {
  const queued = isLast && !run.signal.aborted ? run.options.takeQueued() : [];
  if (queued.length === 0) {
    return value;
  }
  const remarks = queued.map(({ messageId, text }) => {
    run.emit({ type: 'user-message', messageId, text }, writer);
    return new HumanMessage({
      id: messageId,
      content: run.names.inText(text)
    });
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
    // `returnDirect` ends the run only on an answer that is no error.
    status: state === 'done' ? 'success' : 'error',
    ...((images.length > 0 || schemasOnly) && {
      artifact: {
        imageIds: images,
        ...(schemasOnly && { schemasOnly })
      } satisfies IImageArtifact
    })
  });
}

function tellFinished(run: Run, outcome: IOutcomeRecord, writer: Writer): void {
  const { callId, state, summary, text, ranArgs, cellId, ms, images, final } =
    outcome;
  run.emit(
    {
      type: 'call-finished',
      callId,
      state,
      text: summary ?? '',
      result: outcome.shown ?? opened(text),
      ranArgs,
      cellId,
      ms,
      images: images?.length ?? 0
    },
    writer
  );
  if (final) {
    run.emit({ type: 'final-answer', callId, ...final }, writer);
  }
}

/** With its answer the model says that the rest of its list is done, too. */
function completeTodos(
  run: Run,
  messages: readonly BaseMessage[],
  step: AIMessage,
  writer: Writer
): void {
  const before = messages.slice(0, messages.indexOf(step));
  const todos = lastTodos(before);
  if (todos.some(({ status }) => status !== 'completed')) {
    run.emit(
      {
        type: 'todos',
        todos: todos.map(todo => ({ ...todo, status: 'completed' }))
      },
      writer
    );
  }
}

/** What the model reads without what marks it as data. */
function opened(text: string): string {
  const parts = openEnvelope(text);
  return parts ? parts.before + parts.inside : text;
}
