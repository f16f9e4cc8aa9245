import { workflowIn } from '../workflows/workflow';
import { HumanMessage, type BaseMessage } from '@langchain/core/messages';
import {
  type IFiles,
  type IRunRecord,
  type ITool,
  type AgentMode
} from '../../contract';
import { ModelSelector } from '../model/model-selector';
import {
  continueWithSummary,
  summariseMessages,
  isSummary
} from '../middleware/summarise';
import { extensionMiddleware } from '../middleware/extension';
import { messagesOf } from './graph-position';
import { GO_ON, isCutOff } from '../model/message-parts';
import { buildGraph, type AgentGraph } from './middleware-chain';
import { GuardedFiles } from '../privacy/guarded-files';
import {
  NO_INSTRUCTIONS,
  findInstructions,
  type IInstructions
} from '../context/instructions';
import { PICTURES } from '../context/attach-images';
import { messageContext } from '../context/message-context';
import { ToolOffer } from '../tool-set/tool-offer';
import type { IAgentMemory } from './agent-memory';
import { DocumentShelf } from './document-shelf';
import type { IRunOptions } from './run-context';
import type {
  IRunDependencies,
  IRunRequest,
  IUnsentMessage
} from './run-dependencies';
import { SkillFolderFiles } from '../skills/skill-folders';
import { SkillShelf } from '../skills/skill-shelf';
import { Run } from './run';
import {
  RunWorkflowCalls,
  workflowDriver,
  type IWorkflowDriver
} from '../workflows/workflow-driver';
import {
  SUMMARISE,
  agentDriver,
  type IRunDriver,
  type RunInput
} from './stream-run';
import type { IHostParts } from '../workflows/workflow-host';
import { KERNEL_NOTE } from '../calls/execute-tool-call';
import { undoneNote } from '../history/undoing';
import { withWords, wordsFromFile } from '../context/words-from-file';
import type { IThreadContext } from '../thread/thread-context';
import { contextWindowOf } from './answering-model';
import { unlessAborted } from './until-aborted';
import { graphConfig } from './graph-config';
import { DeferredNotebook } from './deferred-notebook';

/**
 * Binds a run to its notebook and its model, and reports that it begins.
 *
 * @throws WorkspaceError if no notebook is open.
 */
async function createRun(
  state: IThreadContext,
  request: IRunRequest,
  runId: string,
  controller: AbortController
): Promise<Run> {
  // Before the first await: later another notebook may be in front.
  const notebook = state.parts.workspace.bind(request.notebook);
  const run = await newRun(state, controller, {
    runId,
    mode: request.mode,
    notebook
  });
  tellStarted(run);
  return run;
}

/** Reports that a run begins, or that a person has it go on. */
export function tellStarted({ options, emit }: Run): void {
  const { runId, notebook, provider, choice, trans } = options;
  emit({
    type: 'run-started',
    runId,
    notebook: {
      path: notebook.path,
      name: notebook.name,
      kernel: notebook.kernel.displayName
    },
    model: {
      id: choice.provider,
      label: provider.label(choice, trans),
      contextWindow: contextWindowOf(options)
    }
  });
}

/** A run with the model that is chosen now. */
async function newRun(
  state: IThreadContext,
  controller: AbortController,
  own: Pick<IRunOptions, 'runId' | 'mode' | 'notebook'>
): Promise<Run> {
  const { parts } = state;
  const { choice } = parts.model();
  const [provider] = await Promise.all([
    parts.provider(choice.provider),
    // Before any call is reviewed, since the effects of its code are read from
    // the syntax.
    parts.workspace.grammars.load()
  ]);
  controller.signal.throwIfAborted();
  const options = runOptions(state, controller, { ...own, provider, choice });
  return new Run(options, controller);
}

/** The options that a run is made with. */
function runOptions(
  { parts, log, memoryStore, questions, queue }: IThreadContext,
  { signal }: AbortController,
  own: Pick<IRunOptions, 'runId' | 'mode' | 'provider' | 'choice' | 'notebook'>
): IRunOptions {
  const { workspace, trans, settings } = parts;
  const { runId, mode, provider, choice, notebook } = own;
  const { at } = log;
  const { memory } = memoryStore;
  const guarded = (files: IFiles): IFiles =>
    new GuardedFiles(files, () => settings().privacy.deny, trans);
  const skills = new SkillShelf({
    ...parts,
    notebook,
    files: guarded(workspace.files),
    memory,
    signal
  });
  const tools = new Map<string, ITool>();
  const offer = new ToolOffer({
    offered: tools,
    memory,
    index: parts.toolIndex,
    mode,
    load: parts.tools
  });
  return {
    ...parts,
    at,
    runId,
    notebook,
    skills,
    documents: new DocumentShelf({
      ...parts,
      at,
      memory,
      documents: workspace.documents
    }),
    files: guarded(
      new SkillFolderFiles({
        files: workspace.files,
        skills,
        notebook,
        own: () => settings().skillsFolder,
        signal,
        trans
      })
    ),
    shell: workspace.shell,
    patterns: workspace.patterns,
    grammars: workspace.grammars,
    images: workspace.images,
    mode,
    tools,
    offer,
    questions,
    provider,
    choice,
    memory,
    keepMemory: () => memoryStore.keep(at),
    queue: parts.lanes.for(notebook.path),
    takeQueued: () => {
      const queued = queue.take();
      if (queued.length > 0) {
        offer.hear(queued.map(({ text }) => text).join('\n'));
      }
      return queued;
    }
  };
}

/**
 * Makes the graph of a run, and the messages that begin it.
 *
 * @param request if it continues an earlier run, the tools and instructions
 * stay the same.
 */
async function prepareRun(
  parts: IRunDependencies,
  run: Run,
  unsent: readonly IUnsentMessage[],
  { earlier, without }: IRunRequest
): Promise<
  Omit<IBegun, 'record'> & {
    models: ModelSelector;
    /** Text of the files beside the notebook and the list of skills. */
    instructions: string;
  }
> {
  const { notebook, memory } = run.options;
  const restarted =
    memory.epoch !== '' && memory.epoch !== notebook.kernel.epoch;
  memory.epoch = notebook.kernel.epoch;
  run.options.skills.begin(unsent.map(({ text }) => text));
  const models = new ModelSelector(parts, run);
  const workflow = workflowIn(run.options.mode);
  const [extensions, instructions, messages] = await Promise.all([
    parts.middleware().then(declared => extensionMiddleware(declared, run)),
    instructionsOf(run, earlier),
    workflow !== null ? [] : writeMessages(run, unsent, restarted),
    offerTools(run, unsent, earlier),
    // If the model cannot be asked, this fails before anything is sent.
    models.take()
  ]);
  const { graph, driver, task } = await graphOf(
    parts,
    run,
    { models, instructions, extensions },
    without
  );
  const begun = { graph, driver, models, instructions: instructions.text };
  if (task) {
    if (unsent.length === 0) {
      return { ...begun, input: null };
    }
    const { called, changed } = await notesOn(run, unsent, restarted);
    const input = await task(unsent, [...called, ...changed]);
    return { ...begun, input: { task: input } };
  }
  const whole = await continueWithSummary(parts, run, {
    models,
    unsent,
    messages
  });
  if (unsent.length === 0 && whole.length === 0) {
    const stored = await messagesOf(graph, run.options.at);
    whole.push(...(isCutOff(stored.at(-1)) ? [new HumanMessage(GO_ON)] : []));
  }
  return {
    ...begun,
    input: whole.length > 0 ? { messages: whole } : null
  };
}

/**
 * The graph of a run, and what drives it: the agent, or a graph above it, which
 * begins with a task.
 */
async function graphOf(
  parts: IRunDependencies,
  run: Run,
  made: Pick<IHostParts, 'models' | 'instructions' | 'extensions'>,
  without?: readonly string[]
): Promise<{
  graph: AgentGraph;
  driver: IRunDriver;
  task?: IWorkflowDriver['input'];
}> {
  const { checkpointer } = parts;
  const { at, memory, mode, runId } = run.options;
  const graph = buildGraph({ run, ...made, checkpointer });
  const host = { run, ...made };
  run.workflowCalls = new RunWorkflowCalls(parts, host);
  const workflow = workflowIn(mode);
  if (workflow === null) {
    return { graph, driver: agentDriver(graph, at) };
  }
  const driver = workflowDriver(parts, await parts.workflow(workflow), {
    ...host,
    agent: graph,
    id: memory.plan ?? runId,
    without
  });
  return { graph, driver, task: driver.input };
}

/** The tools of a run; if it continues an earlier one, the same tools. */
async function offerTools(
  run: Run,
  unsent: readonly IUnsentMessage[],
  earlier?: IRunRecord
): Promise<void> {
  const { shell, offer, skills, memory, notebook } = run.options;
  rememberDocuments(memory, unsent);
  if (earlier && earlier.tools.length > 0) {
    await offer.resume(earlier.tools);
    return;
  }
  const [commands, known] = await Promise.all([
    shell.availability().catch(error => {
      // Only this tool is missing then; the run continues.
      console.warn('Cellwright: no shell, asking for one failed', error);
      return { ok: false };
    }),
    skills.list()
  ]);
  await offer.begin(
    {
      shell: commands.ok,
      skills: known.length,
      documents: memory.documents.size,
      language: notebook.kernel.language
    },
    unsent.length > 0 ? unsent.map(({ text }) => text).join('\n') : null
  );
}

/**
 * Remembers attached documents, so that they can be read as long as the
 * conversation exists.
 */
function rememberDocuments(
  { documents }: IAgentMemory,
  unsent: readonly IUnsentMessage[]
): void {
  for (const each of unsent.flatMap(({ attachments = [] }) => attachments)) {
    if (each.kind === 'document' && each.documentId !== undefined) {
      // If several have the same name, the name means the last one.
      documents.delete(each.name);
      documents.set(each.name, each.documentId);
    }
  }
}

/**
 * The text from the notebook's folders that is sent along: instructions and the
 * list of skills.
 */
async function instructionsOf(
  run: Run,
  earlier?: IRunRecord
): Promise<IInstructions> {
  // A run that was fully prepared has tools.
  if (earlier && earlier.tools.length > 0) {
    return { ...NO_INSTRUCTIONS, text: earlier.instructions };
  }
  const [{ text, files }, skills] = await Promise.all([
    findInstructions(run),
    run.options.skills.prompt()
  ]);
  const folder = text && `This folder's instructions:\n${text}`;
  return { text: [folder, skills].filter(Boolean).join('\n\n'), files };
}

/** What a model is told in addition to the messages. */
interface INotes {
  /** For each message, the skill that it calls; empty for none. */
  called: string[];
  /** What has changed since the model last knew it. */
  changed: string[];
}

/** @param restarted whether the kernel that the model knew is gone. */
async function notesOn(
  { options: { memory, skills }, names }: Run,
  unsent: readonly IUnsentMessage[],
  restarted: boolean
): Promise<INotes> {
  const called = await Promise.all(
    unsent.map(({ text }) => skills.called(text))
  );
  const undone = memory.undone.splice(0);
  return {
    called,
    changed: [
      ...(restarted ? [`(${KERNEL_NOTE})`] : []),
      ...(undone.length > 0 ? [`(${undoneNote(undone, names)})`] : [])
    ]
  };
}

/**
 * The person's messages as the model reads them. Attachments and facts about
 * the notebook are added to the last message and stored with it, so that every
 * later request begins with the same text.
 */
async function writeMessages(
  run: Run,
  unsent: readonly IUnsentMessage[],
  restarted: boolean
): Promise<HumanMessage[]> {
  if (unsent.length === 0) {
    return [];
  }
  const { memory, notebook } = run.options;
  const [context, { called, changed }] = await Promise.all([
    messageContext(run, {
      text: unsent.map(({ text }) => text).join('\n'),
      attachments: unsent.flatMap(each => each.attachments ?? []),
      facts:
        memory.described !== notebook.path || memory.cells === undefined
          ? 'whole'
          : 'changes'
    }),
    notesOn(run, unsent, restarted)
  ]);
  Object.assign(memory.seen, context.seen);
  return unsent.map(({ messageId, text, attachments = [] }, index) => {
    const isLast = index === unsent.length - 1;
    const content = [
      // A message from a cell's menu names the cell by its id, and attaches it.
      run.names.inText(
        text,
        attachments.flatMap(each => ('cellId' in each ? each.cellId : []))
      ),
      ...(called[index] ? [called[index]] : []),
      ...(isLast ? changed : []),
      ...(isLast && context.text ? [context.text] : [])
    ].join('\n\n');
    const pictures = attachments.flatMap(each =>
      each.kind === 'image' ? (each.imageId ?? []) : []
    );
    return new HumanMessage({
      id: messageId,
      content,
      ...(pictures.length > 0 && {
        additional_kwargs: { [PICTURES]: pictures }
      })
    });
  });
}

/** A run that is ready for its first request. */
interface IBegun {
  graph: AgentGraph;
  driver: IRunDriver;
  /** Null to continue. */
  input: RunInput;
  /** The record of the run for a later page. */
  record: IRunRecord;
}

/**
 * Binds a run to its notebook and prepares it. Its record is durable before its
 * first checkpoint, which could not be continued without the record.
 *
 * @param onRun is called with the run as soon as it exists.
 */
export async function startRun(
  state: IThreadContext,
  request: IRunRequest,
  {
    stored,
    unsent,
    controller,
    onRun
  }: {
    stored: IRunRecord;
    unsent: readonly IUnsentMessage[];
    controller: AbortController;
    onRun(run: Run): void;
  }
): Promise<IBegun> {
  const { parts, record, queue } = state;
  const { signal } = controller;
  const run = await unlessAborted(
    createRun(state, request, stored.runId, controller),
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
    await run.options.keepMemory();
  }
  memory.nextPlace = (notebook.isOpen && notebook.spareCellId) || undefined;
  const { graph, driver, models, input, instructions } = await unlessAborted(
    prepareRun(parts, run, unsent, request),
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
    await graph.graph.updateState(config, summary, SUMMARISE);
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

/**
 * Makes the run of an earlier page again, with the same mode, tools and
 * instructions, and the model that is chosen now, which is the same unless the
 * person chose another. Asks neither a model nor the notebook.
 */
export async function rebuildRun(
  state: IThreadContext,
  record: IRunRecord,
  late: DeferredNotebook
): Promise<{ run: Run; graph: AgentGraph; driver: IRunDriver }> {
  const { parts } = state;
  const run = await newRun(state, new AbortController(), {
    runId: record.runId,
    mode: record.mode,
    notebook: late.notebook
  });
  const [extensions] = await Promise.all([
    parts.middleware().then(declared => extensionMiddleware(declared, run)),
    record.tools.length > 0 && run.options.offer.resume(record.tools)
  ]);
  const { graph, driver } = await graphOf(parts, run, {
    models: new ModelSelector(parts, run),
    instructions: { ...NO_INSTRUCTIONS, text: record.instructions },
    extensions
  });
  return { run, graph, driver };
}

/** A graph for reading states when no run has made one. */
export async function idleGraph(state: IThreadContext): Promise<AgentGraph> {
  const { parts } = state;
  const { choice } = parts.model();
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
  return (await rebuildRun(state, record, late)).graph;
}
