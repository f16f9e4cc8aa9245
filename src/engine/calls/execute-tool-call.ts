import type { RunnableConfig } from '@langchain/core/runnables';
import { isGraphBubbleUp } from '@langchain/langgraph/web';
import type { ClientTool } from '@langchain/core/tools';
import {
  isFencedError,
  isWorkspaceError,
  type IOutcomeRecord,
  type ITool,
  type IToolContext,
  type IToolResult
} from '../../contract';
import {
  JournaledFiles,
  JournaledShell,
  noteRemote
} from '../effects/effect-log';
import { JournaledNotebook } from '../effects/journaled-notebook';
import { CellMarks } from '../effects/provenance';
import { isDeclared } from '../tool-set/tool-set';
import { withCells } from '../tool-set/parse-arguments';
import { workspaceFailure } from '../../tools';
import { envelope } from './envelope';
import { FINAL_ANSWER } from './review-call';
import type { ICallAnswer, ICallContext, IGateCall } from './call-context';
import type { IAgentMemory } from '../run/agent-memory';
import type { IRunContext } from '../run/run-context';

/**
 * Runs a call that was decided on.
 *
 * @param args the arguments it runs with.
 * @param ranArgs the same, if the person edited them.
 */
export async function executeToolCall(
  run: ICallContext,
  gateCall: IGateCall,
  tool: ITool,
  args: Record<string, unknown>,
  ranArgs: Record<string, unknown> | undefined
): Promise<ICallAnswer> {
  const { settings } = run.options;
  const hadValues = !settings().privacy.schemasOnly;
  run.calls.count(gateCall.call.id, tool.name);
  let result: IToolResult;
  try {
    result = await callTool(run, gateCall, tool, args);
  } catch (error) {
    if (isFencedError(error) || isGraphBubbleUp(error)) {
      // Either another tab has the thread, so nothing more may be reported from
      // here, or the call's work pauses, and the call continues with it later.
      throw error;
    }
    if (!isWorkspaceError(error) && !run.signal.aborted) {
      return failure(run, tool, error, ranArgs);
    }
    const { cell_id: cellId } = args;
    result = workspaceFailure(
      error,
      run.toolContext(gateCall.call.id),
      typeof cellId === 'string' ? { cellId } : {}
    );
  } finally {
    run.options.questions.end(gateCall.call.id);
  }
  noteStuck(run, result);
  const { schemasOnly } = settings().privacy;
  const sent = schemasOnly ? withheld(result, tool, hadValues) : result;
  const note = kernelNote(run, result) + editNote(run, tool, ranArgs);
  return {
    state: result.stopped ? 'stopped' : result.ok ? 'done' : 'failed',
    broken: !result.ok,
    text: note + asData(run, tool, sent),
    shown: sent.shown ?? sent.text,
    summary: result.summary,
    result: sent,
    ranArgs,
    ms: result.ms,
    schemasOnly: schemasOnly && !hadValues
  };
}

/**
 * Runs the tool in the node of its call. LangGraph knows only our own tools, and
 * LangChain's form of a tool stops waiting for it at an abort: so the node is
 * given what to run, which always ends properly.
 */
async function callTool(
  run: ICallContext,
  { call, request, handler }: IGateCall,
  tool: ITool,
  args: Record<string, unknown>
): Promise<IToolResult> {
  let result: IToolResult | undefined;
  const invoke = async (
    _: unknown,
    { config }: { config: RunnableConfig }
  ): Promise<string> => {
    result = await runTool(run, tool, call.id, args, config);
    return result.text;
  };
  await handler({
    ...request,
    tool: { name: tool.name, invoke } as unknown as ClientTool
  });
  return result as unknown as IToolResult;
}

/**
 * The effects of a call go through the journal; a call that only reads has no
 * record there and needs none.
 *
 * @param config of the node it runs in.
 */
async function runTool(
  run: ICallContext,
  tool: ITool,
  callId: string,
  args: Record<string, unknown>,
  config: RunnableConfig
): Promise<IToolResult> {
  const context = applyContext(run, callId);
  const { workflow } = tool;
  if (workflow !== undefined) {
    return tool.run(args, {
      ...context,
      work: order => run.workflowCalls.run({ callId, workflow, order, config })
    });
  }
  const effects = run.calls.begun.get(callId);
  if (effects && isDeclared(tool)) {
    // Its effects do not go through our ports, so they cannot be looked up
    // later.
    await run.saver.flush();
    const rounds = await noteRemote(effects, JSON.stringify(args));
    return tool.run(args, {
      ...context,
      rounds,
      ask: (question, options) =>
        run.options.questions.ask(question, {
          ...options,
          callId,
          tool: tool.name
        })
    });
  }
  return tool.run(args, context);
}

/** What a tool gets when a call is really run. */
function applyContext(run: ICallContext, callId: string): IToolContext {
  const context = run.toolContext(callId);
  const effects = run.calls.begun.get(callId);
  if (!effects) {
    return context;
  }
  return {
    ...context,
    notebook: new JournaledNotebook({
      notebook: context.notebook,
      effects,
      trans: context.trans,
      progress: text => context.progress({ text }),
      applied: () => run.saver.changed(),
      beforeCode: async code => {
        if (mayReadNotebooks(code)) {
          await run.saver.flush();
        }
      }
    }),
    files: new JournaledFiles(context.files, effects),
    shell: new JournaledShell(context.shell, effects, () => run.saver.flush())
  };
}

/**
 * Removes notes on runs from cells whose marks say nothing else, once the
 * outcome is durable and they are no longer needed as evidence.
 */
export function forgetEvidence(
  run: ICallContext,
  { callId, counts = {} }: IOutcomeRecord
): void {
  const marks = new CellMarks(run.options.notebook, callId, null);
  for (const id of Object.keys(counts)) {
    if (marks.forget(id)) {
      run.saver.changed();
    }
  }
}

/** A shell escape or a magic, at the beginning of a line or behind `=`. */
const ESCAPE =
  /^[^\S\r\n\u2028\u2029]*(?:[\w.,()[\]](?:[\w.,()[\]]|[^\S\r\n])*=[^\S\r\n]*)?[!%]/m;

/**
 * Words of code that reads notebooks from the disk, or starts a program that
 * may.
 */
const READERS =
  /ipynb|nbconvert|nbformat|nbclient|jupytext|papermill|subprocess|popen|\bsystem2?\b|\bspawn|\bglob\b|\bopen\s*\(/i;

/**
 * Whether code may read the file of its own notebook, so that the notebook is
 * saved first. No decision depends on it: if a case is missed, the code reads a
 * file that is at most two seconds old.
 */
export function mayReadNotebooks(code: string): boolean {
  return ESCAPE.test(code) || READERS.test(code);
}

/**
 * A defect of ours or of an extension. The thread continues; the cause goes to
 * the log.
 */
function failure(
  run: IRunContext,
  tool: ITool,
  error: unknown,
  ranArgs: Record<string, unknown> | undefined
): ICallAnswer {
  const { trans, settings } = run.options;
  console.error(`Cellwright: ${tool.name} failed`, error);
  const text = error instanceof Error ? error.message : String(error);
  // The message may be a value ("KeyError: 'Smith'").
  const sentence = settings().privacy.schemasOnly
    ? `It failed: ${error instanceof Error ? error.name : 'an error'}.`
    : `It failed: ${text}`;
  return {
    state: 'failed',
    broken: true,
    text: asData(run, tool, { text: sentence }),
    shown: sentence,
    summary: trans.__('Failed: “%1”', text),
    ranArgs,
    schemasOnly: settings().privacy.schemasOnly
  };
}

function noteStuck(run: IRunContext, result: IToolResult): void {
  const { tell, trans } = run.options;
  if (result.stuck) {
    tell({
      type: 'notice',
      code: 'kernel-stuck',
      text: trans.__(
        'The kernel did not stop within 5 seconds. Restarting it ends what it is doing, and its variables are lost.'
      )
    });
  }
}

/**
 * Adds what a call taught the agent, whether this page or an earlier one
 * reported it.
 */
export function noteLearnt(
  memory: IAgentMemory,
  { seen, created, found }: IOutcomeRecord
): void {
  Object.assign(memory.seen, seen);
  found
    ?.filter(name => !memory.offered.has(name))
    .forEach(name => memory.offered.set(name, 'found'));
  created?.forEach(id => memory.created.add(id));
  // What comes next goes behind it.
  memory.nextPlace = created?.at(-1) ?? memory.nextPlace;
}

/**
 * `final_answer` returns nothing from outside, so its text is not marked as
 * data.
 */
function asData(
  { options: { settings } }: IRunContext,
  tool: ITool,
  { text, seen }: Pick<IToolResult, 'text' | 'seen'>
): string {
  // A cell could not be edited by a text with gaps, nor a file once the list of
  // those that are never read is empty.
  const withSecrets =
    seen !== undefined ||
    tool.effects.some(effect => effect !== 'read') ||
    settings().privacy.deny.length === 0;
  return tool.name === FINAL_ANSWER
    ? text
    : envelope(tool.name, text, withSecrets);
}

function editNote(
  { names }: Pick<IRunContext, 'names'>,
  tool: ITool,
  ranArgs: Record<string, unknown> | undefined
): string {
  return ranArgs
    ? `The person edited this call before it ran. What really ran:\n${JSON.stringify(withCells(tool, ranArgs, id => names.of(id)))}\n`
    : '';
}

/** Tells the model, once, that the kernel it knew is gone. */
function kernelNote(run: IRunContext, { restarted }: IToolResult): string {
  const { notebook, memory, tell, trans } = run.options;
  const epoch = notebook.isOpen ? notebook.kernel.epoch : memory.epoch;
  if (epoch === memory.epoch) {
    return '';
  }
  const known = memory.epoch !== '';
  memory.epoch = epoch;
  if (!known || restarted) {
    return '';
  }
  tell({
    type: 'notice',
    code: 'kernel-restarted',
    text: trans.__('The kernel was restarted; its variables are gone.')
  });
  return `${KERNEL_NOTE}\n`;
}

/** The note on a restart for the model. */
export const KERNEL_NOTE =
  'Note: the kernel was restarted. Its variables and imports are gone; run what is needed again.';

/**
 * A result in the mode "schemas only": no images, and unless the tool declares
 * that it returns schemas only, nothing but how it ended. The person still sees
 * the whole result.
 *
 * @param hadValues whether the mode was off when the tool began.
 */
function withheld(
  result: IToolResult,
  tool: Pick<ITool, 'name' | 'schemasOnly'>,
  hadValues: boolean
): IToolResult {
  return {
    ...result,
    images: undefined,
    ...(tool.schemasOnly && !hadValues
      ? {}
      : {
          shown: undefined,
          text: `Withheld: the person has restricted you to schemas, without values, and what ${tool.name} returns may contain values. It ended ${result.ok ? 'well' : 'with a failure'}. The person can see the result.`
        })
  };
}
