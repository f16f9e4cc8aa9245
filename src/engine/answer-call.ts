import type { AIMessage, ToolMessage } from '@langchain/core/messages';
import type { ToolCallHandler, ToolCallRequest } from 'langchain';

import { TURN_RULE, isWorkspaceError } from '../contract';
import type { IDecisionRecord, IToolResult } from '../contract';
import { faultsOf } from './answers';
import { parseArguments } from './arguments';
import { FINAL_ANSWER, judge } from './judge';
import type { ICall } from './judge';
import type { Run, Writer } from './run';

/** How a call was answered. */
export interface IAnswer {
  state: 'done' | 'failed' | 'rejected' | 'stopped';
  /** What the model reads. */
  text: string;
  /** One line for the person. */
  summary: string;
  /** An effect that did not come off: what follows in the step is not run. */
  broken?: boolean;
  result?: IToolResult;
  ranArgs?: Record<string, unknown>;
  ms?: number;
}

/** What LangChain hands the gate, with the decisions of the step. */
export type GateRequest = ToolCallRequest & {
  state: { decisions?: Record<string, IDecisionRecord> };
};

/**
 * Answers one call: refuses it, says what the person said, or runs it as it was
 * decided.
 *
 * @param step the AI message that the call stands in.
 * @param brokenBefore whether an effect before it in the step failed.
 */
export async function answerCall(
  run: Run,
  call: ICall,
  step: AIMessage,
  brokenBefore: boolean,
  request: GateRequest,
  handler: ToolCallHandler,
  writer: Writer
): Promise<IAnswer> {
  const { trans } = run.options;
  const fault = faultsOf(step)[call.id];
  if (fault) {
    return refusal(fault, trans.__('The call could not be read'));
  }
  if (call.name === FINAL_ANSWER && (step.tool_calls?.length ?? 0) > 1) {
    return refusal(
      'final_answer ends the run. Call it alone, once the other calls are answered.',
      trans.__('Answered too early')
    );
  }
  if (run.signal.aborted) {
    return stoppedBefore(run);
  }

  const record = request.state.decisions?.[call.id];
  if (record?.decision.type === 'reject') {
    return rejection(run, record.decision.message);
  }
  const verdict = judge(run, call, record?.by === 'person');
  if (verdict.kind === 'refuse') {
    return refusal(
      verdict.text,
      trans.__('Sent back: %1', firstSentence(verdict.text))
    );
  }
  const hasEffect = verdict.tool.effect(verdict.args) !== 'read';
  if (hasEffect && brokenBefore) {
    return {
      state: 'stopped',
      text: 'Not run: the call before it failed.',
      summary: trans.__('Not run: the call before it failed')
    };
  }
  if (!record) {
    return refusal(
      'Not run: there is no decision for this call. Propose it again.',
      trans.__('Not run: nobody decided on it')
    );
  }
  if (record.by === TURN_RULE && !run.turnRule) {
    return refusal(
      'Not run: the person wants to look at each call again. Propose it again.',
      trans.__('Not run: you no longer approve everything')
    );
  }
  if (record.hash !== verdict.hash) {
    return refusal(
      'Not run: this has changed since it was approved. Read it again, then propose the change again.',
      trans.__('Not run: it changed after you approved it')
    );
  }

  let args = verdict.args;
  let ranArgs: Record<string, unknown> | undefined;
  if (record.decision.type === 'edit') {
    const edited = parseArguments(
      verdict.tool,
      record.decision.editedAction.args
    );
    if (edited.problem !== null) {
      return refusal(
        edited.problem,
        trans.__('Not run: your edit does not fit')
      );
    }
    ranArgs = args = edited.args;
  }

  if (hasEffect && !(await begin(run, call, record))) {
    return refusal(
      'It is not known whether this call ran: it was begun before and cut short. It was not run again. Look at the notebook first.',
      trans.__('Not run again: it may have run before')
    );
  }
  run.emit({ type: 'call-started', callId: call.id }, writer);
  const apply = (): Promise<IAnswer> =>
    runTool(run, call, args, ranArgs, request, handler);
  return hasEffect ? run.options.lane.run(apply) : apply();
}

/** Durable before the effect: that it was decided, by whom, and that it begins. */
async function begin(
  run: Run,
  call: ICall,
  record: IDecisionRecord
): Promise<boolean> {
  const { journal, threadId } = run.options;
  await journal.decide(threadId, record);
  return journal.begin(threadId, call.id);
}

async function runTool(
  run: Run,
  call: ICall,
  args: Record<string, unknown>,
  ranArgs: Record<string, unknown> | undefined,
  request: GateRequest,
  handler: ToolCallHandler
): Promise<IAnswer> {
  const { trans, memory } = run.options;
  if (run.signal.aborted) {
    return stoppedBefore(run);
  }
  let result: IToolResult;
  try {
    result = await callTool(run, call, args, request, handler);
  } catch (error) {
    if (!isWorkspaceError(error)) {
      // A defect of ours. The thread goes on; the cause is for the log.
      console.error(`Cellwright: ${call.name} failed`, error);
    }
    const text = error instanceof Error ? error.message : String(error);
    return {
      state: 'failed',
      broken: true,
      text: `It failed: ${text}`,
      summary: trans.__('Failed: %1', text),
      ranArgs
    };
  }
  run.changed ||= result.cellId !== undefined;
  Object.assign(memory.seen, result.seen);
  result.made?.forEach(id => memory.made.add(id));
  if (result.stuck) {
    run.options.tell({
      type: 'notice',
      code: 'kernel-stuck',
      text: trans.__(
        'The kernel did not stop within 5 seconds. Restarting it ends what it is doing and loses its variables.'
      )
    });
  }
  const edited = ranArgs
    ? `The person edited this call before it ran. What really ran:\n${JSON.stringify(ranArgs)}\n`
    : '';
  return {
    state: result.stopped ? 'stopped' : result.ok ? 'done' : 'failed',
    broken: !result.ok,
    text: kernelNote(run) + edited + result.text,
    summary: result.summary,
    result,
    ranArgs,
    ms: result.ms
  };
}

/** LangChain's wrapper gives up at the abort; the tool itself still ends in order. */
async function callTool(
  run: Run,
  call: ICall,
  args: Record<string, unknown>,
  request: GateRequest,
  handler: ToolCallHandler
): Promise<IToolResult> {
  try {
    const message = (await handler({
      ...request,
      toolCall: { ...request.toolCall, args }
    })) as ToolMessage;
    return message.artifact as IToolResult;
  } catch (error) {
    const result = run.signal.aborted && (await run.resultOf(call.id));
    if (!result) {
      throw error;
    }
    return result;
  }
}

/** A run whose notebook is gone ends once the step is answered. */
export function noticeClosed(run: Run): void {
  const { notebook, trans } = run.options;
  if (!notebook.isOpen) {
    run.endReason = {
      code: 'notebook-closed',
      title: trans.__('The notebook was closed.'),
      text: trans.__(
        'Cellwright worked on %1, which is no longer open. Open it again and send the message again to go on.',
        notebook.path
      )
    };
  }
}

/** Tells the model, once, that the kernel it knew is gone. */
function kernelNote(run: Run): string {
  const { notebook, memory, tell, trans } = run.options;
  const epoch = notebook.isOpen ? notebook.kernel.epoch : memory.epoch;
  if (epoch === memory.epoch) {
    return '';
  }
  const known = memory.epoch !== '';
  memory.epoch = epoch;
  if (!known) {
    return '';
  }
  tell({
    type: 'notice',
    code: 'kernel-restarted',
    text: trans.__('The kernel was restarted; its variables are gone.')
  });
  return `${KERNEL_NOTE}\n`;
}

/** What the model hears about a restart. */
export const KERNEL_NOTE =
  'Note: the kernel was restarted. Its variables and imports are gone; run what is needed again.';

function rejection(run: Run, message: string | undefined): IAnswer {
  const { trans } = run.options;
  const reason = message?.trim();
  return reason
    ? {
        state: 'rejected',
        text: `The person rejected this call and gave this reason: ${reason}`,
        summary: trans.__('You rejected it: “%1”', reason)
      }
    : {
        state: 'rejected',
        text: 'The person rejected this call and gave no reason.',
        summary: trans.__('You rejected it')
      };
}

function refusal(text: string, summary: string): IAnswer {
  return { state: 'failed', text, summary };
}

function stoppedBefore(run: Run): IAnswer {
  return {
    state: 'stopped',
    text: 'Not run: the person stopped the work.',
    summary: run.options.trans.__('Stopped before it ran')
  };
}

function firstSentence(text: string): string {
  return text.match(/^.*?[.!?](?=\s|$)/s)?.[0] ?? text;
}
