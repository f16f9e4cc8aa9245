import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { Command } from '@langchain/langgraph/web';
import { createMiddleware } from 'langchain';
import type { ToolCallHandler } from 'langchain';

import { answerCall } from '../answer-call';
import type { GateRequest, IAnswer } from '../answer-call';
import { faultsOf } from '../answers';
import type { ICall } from '../judge';
import type { IImageArtifact } from '../outgoing';
import type { Run, Writer } from '../run';
import { noticeClosed } from '../run-tool';
import { countToolCall, toolCallProblem } from '../tool-call-limits';
import { WRITE_TODOS } from '../tool-set';
import { decisionState } from './review';

/**
 * The one gate. Each call of a step comes through here, in the order of the
 * calls, and leaves with exactly one answer: the person's rejection, the
 * result of what really ran, or why nothing ran.
 */
export function gateMiddleware(run: Run) {
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
  const { journal, threadId } = run.options;
  const step = request.state.messages.findLast(each =>
    AIMessage.isInstance(each)
  ) as AIMessage;
  const calls = step.tool_calls ?? [];
  const call: ICall = {
    id: request.toolCall.id as string,
    name: request.toolCall.name,
    args: request.toolCall.args
  };
  const writer = request.runtime.writer as Writer;

  const order = run.order(
    step.id as string,
    calls.map(each => each.id as string)
  );
  return order.inTurn(call.id, async () => {
    if (call.name === WRITE_TODOS && !faultsOf(step)[call.id]) {
      const value = await writeTodos(run, call, request, handler, writer);
      return {
        value: lastOfStep(run, order.isLast(call.id), value, writer),
        failed: false
      };
    }
    const answer =
      (await earlierAnswer(run, call)) ??
      (await answerCall(
        run,
        call,
        step,
        order.failed,
        request,
        handler,
        writer
      ));
    await journal.finish(threadId, {
      callId: call.id,
      state: answer.state,
      text: answer.text,
      time: Date.now()
    });
    tellFinished(run, call, answer, writer);
    noticeClosed(run);
    const value = lastOfStep(
      run,
      order.isLast(call.id) && !answer.result?.final,
      await toolMessage(run, call, answer),
      writer
    );
    return { value, failed: answer.broken ?? false };
  });
}

/** A call that was answered before (its task runs again) keeps its answer. */
async function earlierAnswer(
  run: Run,
  call: ICall
): Promise<IAnswer | undefined> {
  const { journal, threadId } = run.options;
  const outcome = await journal.outcome(threadId, call.id);
  return outcome && { state: outcome.state, text: outcome.text, summary: '' };
}

async function writeTodos(
  run: Run,
  call: ICall,
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
    return new HumanMessage({ id: messageId, content: text });
  });
  const update = ToolMessage.isInstance(value)
    ? { messages: [value] }
    : (value.update as { messages: ToolMessage[] });
  return new Command({
    update: { ...update, messages: [...update.messages, ...remarks] }
  });
}

async function toolMessage(
  run: Run,
  call: ICall,
  answer: IAnswer
): Promise<ToolMessage> {
  const images = answer.result?.images ?? [];
  const imageIds = await Promise.all(
    images.map(image => run.options.imageStore.put(image))
  );
  return new ToolMessage({
    content: answer.text,
    tool_call_id: call.id,
    name: call.name,
    // `returnDirect` ends the run only on an answer that is no error.
    status: answer.state === 'done' ? 'success' : 'error',
    ...(imageIds.length > 0 && {
      artifact: { imageIds } satisfies IImageArtifact
    })
  });
}

function tellFinished(
  run: Run,
  call: ICall,
  answer: IAnswer,
  writer: Writer
): void {
  run.emit(
    {
      type: 'call-finished',
      callId: call.id,
      state: answer.state,
      text: answer.summary,
      result: answer.shown ?? answer.text,
      ranArgs: answer.ranArgs,
      cellId: answer.result?.cellId,
      ms: answer.ms,
      images: answer.result?.images?.length ?? 0
    },
    writer
  );
  if (answer.result?.final) {
    run.emit(
      { type: 'final-answer', callId: call.id, ...answer.result.final },
      writer
    );
  }
}
