import type { RunnableConfig } from '@langchain/core/runnables';
import type {
  IOutcomeRecord,
  ITool,
  IToolContext,
  IToolResult
} from '../../contract';
import { isDeclared } from '../tool-set/declared-tool';
import { JournaledFiles } from '../effects/journaled-files';
import { JournaledNotebook } from '../effects/journaled-notebook';
import { JournaledShell, noteRemote } from '../effects/journaled-shell';
import { CellMarks } from '../effects/provenance';
import type { Writer } from '../run-context/run-context';
import type { ICallContext } from './call-context';
import type { ClientTool } from '@langchain/core/tools';
import { tool, type ToolRuntime } from 'langchain';
import { FINAL_ANSWER } from './review-call';
import { parametersOf } from '../tool-set/parse-arguments';

/**
 * Runs a tool for one call. The effects of a call go through the journal; a
 * call that only reads has no record there and needs none.
 */
export async function invokeTool(
  run: ICallContext,
  tool: ITool,
  callId: string,
  {
    args,
    writer,
    config = {}
  }: {
    args: Record<string, unknown>;
    writer: Writer;
    /** Config of the node it runs in. */
    config?: RunnableConfig;
  }
): Promise<IToolResult> {
  const context = applyContext(run, callId, writer);
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
function applyContext(
  run: ICallContext,
  callId: string,
  writer: Writer
): IToolContext {
  const context = run.toolContext(callId, writer);
  const effects = run.calls.begun.get(callId);
  if (!effects) {
    return context;
  }
  return {
    ...context,
    notebook: new JournaledNotebook({
      notebook: context.notebook,
      effects,
      recalled: run.calls.recalled.get(callId),
      trans: context.trans,
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

/** Cached per run, since the agents of a plan are made again for each step. */
const MADE = new WeakMap<ICallContext, WeakMap<ITool, ClientTool>>();

/**
 * The tools of a run in LangChain's form; the same object for the same tool.
 */
export function langchainTools(run: ICallContext): (each: ITool) => ClientTool {
  const created = MADE.get(run) ?? new WeakMap<ITool, ClientTool>();
  MADE.set(run, created);
  return each => {
    const known = created.get(each) ?? langchainTool(run, each);
    created.set(each, known);
    return known;
  };
}

/** Our declaration in LangChain's form; the gate has checked the arguments. */
function langchainTool(run: ICallContext, each: ITool) {
  return tool(
    async (args, config: ToolRuntime) => {
      const { toolCallId, writer } = config;
      const result = await run.calls.underway(
        toolCallId,
        invokeTool(run, each, toolCallId, {
          args: args as Record<string, unknown>,
          writer: writer as Writer,
          config: config.config
        })
      );
      return [result.text, result];
    },
    {
      name: each.name,
      description: each.description,
      schema: parametersOf(each),
      responseFormat: 'content_and_artifact',
      returnDirect: each.name === FINAL_ANSWER
    }
  );
}
