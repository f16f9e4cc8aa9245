import type { IBranch, IRunRecord } from '../../contract';
import { graphOf, runOptions } from './create-run';
import type { IRunDependencies } from '../run-context/run-dependencies';
import type { IThreadParts } from '../run-context/run-request';
import { ModelSelector } from '../model/model-selector';
import { extensionMiddleware } from '../middleware/extension';
import type { AgentGraph } from './middleware-chain';
import { NO_INSTRUCTIONS } from '../context/instructions';
import { DeferredNotebook } from '../run-context/deferred-notebook';
import { Run } from './run';
import { NO_QUESTIONS } from '../run-context/call-questions';
import type { IRunDriver } from './stream-run';
import { newMemory } from '../run-context/agent-memory';

/**
 * Makes the run of an earlier page again, with the same mode, tools and
 * instructions, and the model that is chosen now, which is the same unless the
 * person chose another. Asks neither a model nor the notebook.
 */
export async function rebuildRun(
  parts: IRunDependencies,
  thread: IThreadParts,
  record: IRunRecord,
  late: DeferredNotebook
): Promise<{ run: Run; graph: AgentGraph; driver: IRunDriver }> {
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
  const [extensions] = await Promise.all([
    parts.middleware().then(declared => extensionMiddleware(declared, run)),
    record.tools.length > 0 && run.options.offer.resume(record.tools)
  ]);
  const { graph, driver } = await graphOf(parts, run, thread, {
    models: new ModelSelector(parts),
    instructions: { ...NO_INSTRUCTIONS, text: record.instructions },
    extensions
  });
  return { run, graph, driver };
}

/** A graph for reading states when no run has made one. */
export async function idleGraph(
  parts: IRunDependencies,
  at: IBranch
): Promise<AgentGraph> {
  const { choice } = parts.model();
  const thread: IThreadParts = {
    at,
    memory: newMemory(),
    controller: new AbortController(),
    questions: NO_QUESTIONS,
    takeQueued: () => [],
    onTurn: () => undefined,
    onLearnt: async () => undefined
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
