import type { ToolMessage } from '@langchain/core/messages';
import type { ToolCallHandler } from 'langchain';

import { isFencedError, isWorkspaceError } from '../../contract';
import type { IOutcomeRecord, ITool, IToolResult } from '../../contract';
import type { GateRequest, ICallAnswer } from './handle-tool-call';
import { withCells } from './parse-arguments';
import { envelope } from './envelope';
import { FINAL_ANSWER } from './review-call';
import type { IToolCall } from './review-call';
import type { Run } from '../run/run';
import { countToolCall } from './tool-call-problem';
import { withheld } from '../privacy/withheld';

/**
 * Runs a call that was decided on.
 *
 * @param args what really runs.
 * @param ranArgs the same, where the person edited them.
 */
export async function executeToolCall(
  run: Run,
  call: IToolCall,
  tool: ITool,
  args: Record<string, unknown>,
  ranArgs: Record<string, unknown> | undefined,
  request: GateRequest,
  handler: ToolCallHandler
): Promise<ICallAnswer> {
  const { settings } = run.options;
  const hadValues = !settings().privacy.schemasOnly;
  countToolCall(run, tool.name);
  let result: IToolResult;
  try {
    result = await callTool(run, call, args, request, handler);
  } catch (error) {
    if (isFencedError(error)) {
      // Another tab works on the thread: nothing of this may be told any more.
      throw error;
    }
    return failure(run, tool, error, ranArgs);
  }
  noteStuck(run, result);
  const { schemasOnly } = settings().privacy;
  const told = schemasOnly ? withheld(result, tool, hadValues) : result;
  const note = kernelNote(run) + editNote(run, tool, ranArgs);
  return {
    state: result.stopped ? 'stopped' : result.ok ? 'done' : 'failed',
    broken: !result.ok,
    text: note + asData(tool, told.text),
    shown: note + told.text,
    summary: result.summary,
    result: told,
    ranArgs,
    ms: result.ms,
    schemasOnly: schemasOnly && !hadValues
  };
}

/** LangChain's wrapper gives up at the abort; the tool itself still ends in order. */
async function callTool(
  run: Run,
  call: IToolCall,
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

function failure(
  run: Run,
  tool: ITool,
  error: unknown,
  ranArgs: Record<string, unknown> | undefined
): ICallAnswer {
  const { trans, settings } = run.options;
  const expected = isWorkspaceError(error);
  if (!expected) {
    // A defect of ours or of an extension. The thread goes on; the cause is for the log.
    console.error(`Cellwright: ${tool.name} failed`, error);
  }
  const text = error instanceof Error ? error.message : String(error);
  // What an unexpected error says may be a value ("KeyError: 'Smith'").
  const told =
    settings().privacy.schemasOnly && !expected
      ? `It failed: ${error instanceof Error ? error.name : 'an error'}.`
      : `It failed: ${text}`;
  return {
    state: 'failed',
    broken: true,
    text: asData(tool, told),
    shown: told,
    summary: trans.__('Failed: %1', text),
    ranArgs,
    schemasOnly: settings().privacy.schemasOnly
  };
}

function noteStuck(run: Run, result: IToolResult): void {
  const { tell, trans } = run.options;
  if (result.stuck) {
    tell({
      type: 'notice',
      code: 'kernel-stuck',
      text: trans.__(
        'The kernel did not stop within 5 seconds. Restarting it ends what it is doing and loses its variables.'
      )
    });
  }
}

/** What the agent learnt by a call, told by this page or by an earlier one. */
export function noteLearnt(run: Run, { seen, made }: IOutcomeRecord): void {
  const { memory } = run.options;
  Object.assign(memory.seen, seen);
  made?.forEach(id => memory.made.add(id));
  if (made?.length) {
    memory.spot = undefined;
  }
}

/** `final_answer` brings nothing from outside. */
function asData(tool: ITool, text: string): string {
  return tool.name === FINAL_ANSWER ? text : envelope(tool.name, text);
}

function editNote(
  { names }: Run,
  tool: ITool,
  ranArgs: Record<string, unknown> | undefined
): string {
  return ranArgs
    ? `The person edited this call before it ran. What really ran:\n${JSON.stringify(withCells(tool, ranArgs, id => names.of(id)))}\n`
    : '';
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
