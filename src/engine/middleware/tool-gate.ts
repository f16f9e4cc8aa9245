import {
  AIMessage,
  HumanMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';
import { Command } from '@langchain/langgraph/web';
import { createMiddleware, type ToolCallHandler } from 'langchain';
import type { IOutcomeRecord, ResultThing } from '../../contract';
import { spoken } from '../../contract/text/spoken';
import type {
  GateRequest,
  ICallAnswer,
  ICallContext,
  IStepCall,
  IToolCall
} from '../calls/call-context';
import { faultsOf, isFromText, shownNumbers } from '../model/message-parts';
import { DriverLostError } from '../errors';
import { openEnvelope } from '../calls/envelope';
import { forgetEvidence, noteLearnt } from '../calls/execute-tool-call';
import { handleToolCall } from '../calls/handle-tool-call';
import { toolCallProblem } from '../calls/review-call';
import type { IImageArtifact } from '../context/attach-images';
import type { Emit } from '../run/run-context';
import { lastTodos } from '../model/open-todos';
import { isOurs } from '../tool-set/tool-offer';
import { WRITE_TODOS } from '../tool-set/tool-set';
import { plainMessage } from './plain-message';

/**
 * The one gate. LangGraph begins the calls of a step all at once, in one node;
 * here each waits for the one before it, and gets exactly one answer: the
 * person's rejection, the result of what really ran, or why nothing ran. A call
 * that is undecided when its turn comes pauses the step before it does anything;
 * the node then runs again, and what was answered is looked up.
 *
 * @param inStep whether a final answer ends only a step of a workflow.
 */
export function toolGateMiddleware(run: ICallContext, inStep: boolean) {
  /** The call before, by execution of the node. */
  const latest = new WeakMap<object, Promise<unknown>>();
  return createMiddleware({
    name: 'gate',
    wrapToolCall: (request, handler) => {
      const node = request.runtime.configurable as object;
      // Where one pauses or fails, none begins after it.
      const turn = (latest.get(node) ?? Promise.resolve()).then(async () => {
        const began = Date.now();
        const message = await answer(
          run,
          inStep,
          request,
          handler as ToolCallHandler
        );
        const { name, id, args } = request.toolCall;
        run.note(() => ({
          kind: 'tool',
          title: name,
          ms: Date.now() - began,
          body: {
            call: id,
            args,
            result: ToolMessage.isInstance(message)
              ? plainMessage(message)
              : 'more than one message'
          }
        }));
        return message;
      });
      latest.set(node, turn);
      return run.calls.track(turn);
    }
  });
}

async function answer(
  run: ICallContext,
  inStep: boolean,
  request: GateRequest,
  handler: ToolCallHandler
): Promise<ToolMessage | Command> {
  const { calls: ledger, signal } = run;
  const { journal, at } = run.options;
  const { messages } = request.state;
  const step = messages.findLast(each => AIMessage.isInstance(each));
  const calls = callsOfStep(step as AIMessage);
  const index = calls.findIndex(({ id }) => id === request.toolCall.id);
  const call = calls[index];
  const isLast = index === calls.length - 1;
  const [known, ...before] = await Promise.all(
    [call, ...calls.slice(0, index)].map(({ id }) => journal.call(at, id))
  );
  const { after } = call.args;
  const behind = before.findLast(
    (each, at) =>
      after !== undefined &&
      calls[at].args.after === after &&
      each?.outcome?.created?.length
  );
  if (behind?.outcome?.created) {
    ledger.behind.set(call.id, behind.outcome.created.at(-1)!);
  }
  if (call.name === WRITE_TODOS && run.keepsTodos && !call.fault) {
    const value = await writeTodos(run, call, request, handler);
    return isLast ? withQueued(run, value) : value;
  }
  const handle = async (): Promise<ICallAnswer> => {
    const answer = await handleToolCall(run, {
      call,
      later: calls.slice(index + 1),
      // A call that only reads has no intent on record.
      brokenBefore: before.some(each => each?.intent && each.outcome?.broken),
      known,
      messageId: step?.id,
      request,
      handler
    });
    const { reason } = signal as { reason: unknown };
    if (reason instanceof DriverLostError && !ledger.begun.has(call.id)) {
      // Nobody has stopped it: the tab that took over answers it.
      throw reason;
    }
    return answer;
  };
  const outcome =
    known?.outcome ??
    (await finish(run, step as AIMessage, call, await handle()));
  learn(run, outcome, call.name);
  tellFinished(run.emit, inStep, outcome);
  if (outcome.final && call.id !== ledger.leftOpen) {
    completeTodos(run.emit, messages, step as AIMessage);
  }
  noticeClosed(run);
  const message = toolMessage(call, outcome);
  return isLast && !outcome.final ? withQueued(run, message) : message;
}

export function callsOfStep(step: AIMessage): IStepCall[] {
  const calls = step.tool_calls ?? [];
  const faults = faultsOf(step);
  return calls.map(({ id = '', name, args }) => ({
    id,
    name,
    args,
    fromText: isFromText(step, id),
    fault: faults[id],
    isAlone: calls.length < 2
  }));
}

/** Remembers what an outcome taught, before the person sees it. */
function learn(run: ICallContext, outcome: IOutcomeRecord, name: string): void {
  const { memory, tools } = run.options;
  forgetEvidence(run, outcome);
  noteLearnt(memory, outcome);
  const tool = tools.get(name);
  if (outcome.state === 'done' && tool && !isOurs(tool)) {
    memory.used.add(name);
  }
}

/** Makes a run end after this step if its notebook was closed. */
function noticeClosed(run: ICallContext): void {
  const { notebook, trans } = run.options;
  if (!notebook.isOpen) {
    run.end({
      code: 'notebook-closed',
      title: trans.__('The notebook was closed.'),
      text: trans.__(
        'Cellwright was working on %1, which is no longer open. To go on, open it and send your message again.',
        spoken(notebook.path)
      )
    });
  }
}

/**
 * Stores an answer before its message exists. Everything reported about a call
 * is taken from this record, so that a later page reports the same.
 */
async function finish(
  run: ICallContext,
  step: AIMessage,
  call: IToolCall,
  answer: ICallAnswer
): Promise<IOutcomeRecord> {
  const { journal, at, imageStore } = run.options;
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
  const effects = run.calls.begun.get(call.id);
  if (effects) {
    // A later page does the rest of a call without an outcome, so what has one
    // has to be in the file. Stop does not wait for that: the end saves too.
    await run.saver.flushUnless(run.signal);
  }
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
    ...(undone && { undone }),
    time: Date.now()
  };
  await journal.finish(at, outcome);
  return outcome;
}

async function writeTodos(
  { calls, emit, options: { settings, trans } }: ICallContext,
  call: IToolCall,
  request: GateRequest,
  handler: ToolCallHandler
): Promise<ToolMessage | Command> {
  const finished = (state: 'done' | 'failed', text: string): void =>
    emit({
      type: 'call-finished',
      callId: call.id,
      state,
      text:
        state === 'done'
          ? trans.__('Updated the to-do list')
          : trans.__('The plan was not updated'),
      result: text,
      images: 0
    });
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
function withQueued(
  { signal, names, emit, options }: ICallContext,
  value: ToolMessage | Command
): ToolMessage | Command {
  const queued = signal.aborted ? [] : options.takeQueued();
  if (queued.length === 0) {
    return value;
  }
  const remarks = queued.map(({ messageId, text }) => {
    emit({ type: 'user-message', messageId, text });
    return new HumanMessage({ id: messageId, content: names.inText(text) });
  });
  const update = ToolMessage.isInstance(value)
    ? { messages: [value] }
    : (value.update as { messages: ToolMessage[] });
  return new Command({
    update: { ...update, messages: [...update.messages, ...remarks] }
  });
}

/** What the model reads of a call's outcome. */
export function toolMessage(
  call: Pick<IToolCall, 'id' | 'name'>,
  outcome: IOutcomeRecord
): ToolMessage {
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
  inStep: boolean,
  outcome: IOutcomeRecord
): void {
  const { callId, state, summary, text, ranArgs, cellId, ms, images, final } =
    outcome;
  emit({
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
  });
  if (final) {
    const { answer, numbers } = final;
    emit(
      inStep
        ? {
            type: 'model-message',
            messageId: callId,
            text: answer,
            ...(numbers && { numbers })
          }
        : { type: 'final-answer', callId, ...final }
    );
  }
}

/** By answering, the model declares the rest of its list done. */
function completeTodos(
  emit: Emit,
  messages: readonly BaseMessage[],
  step: AIMessage
): void {
  const before = messages.slice(0, messages.indexOf(step));
  const todos = lastTodos(before);
  if (todos.some(({ status }) => status !== 'completed')) {
    emit({
      type: 'todos',
      todos: todos.map(todo => ({ ...todo, status: 'completed' }))
    });
  }
}

/** The text the model reads, without the marks around data. */
function opened(text: string): string {
  const parts = openEnvelope(text);
  return parts ? parts.before + parts.inside : text;
}

/** What a call returned besides text, as events carry it; empty for none. */
function resultThings({ images = [], things = [] }: IOutcomeRecord): {
  things?: ResultThing[];
} {
  const all = [
    ...images.map((id): ResultThing => ({ kind: 'image', id })),
    ...things
  ];
  return all.length > 0 ? { things: all } : {};
}
