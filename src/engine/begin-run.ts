import { HumanMessage } from '@langchain/core/messages';
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { BaseCheckpointSaver } from '@langchain/langgraph/web';

import type {
  AgentMode,
  EventBody,
  IAgentSettings,
  IAttachment,
  IImageStore,
  IJournal,
  IMiddlewareDeclaration,
  IModelChoice,
  ITool,
  ITranslator,
  IWorkspace
} from '../contract';
import type { IModelProvider } from '../models';
import { extensionMiddleware } from './extension-middleware';
import { buildGraph } from './graph';
import type { AgentGraph } from './graph';
import { GuardedFiles } from './guarded-files';
import { findInstructions } from './instructions';
import type { Lanes } from './lane';
import { messageContext } from './message-context';
import type { ISecondModel } from './middleware/fallback';
import { offerFacts, offeredTools } from './offered';
import { Run } from './run';
import type { IThreadMemory } from './run';
import { KERNEL_NOTE } from './run-tool';

/** A model with its key; keys live no longer than it takes to make the model. */
export interface IKeyedChoice {
  choice: IModelChoice;
  key: string | undefined;
}

/** What a run is made from. */
export interface IRunParts {
  id: string;
  workspace: IWorkspace;
  journal: IJournal;
  imageStore: IImageStore;
  checkpointer: BaseCheckpointSaver;
  lanes: Lanes;
  trans: ITranslator;
  settings(): IAgentSettings;
  /** Every tool there is. @throws SetupError */
  tools(): Promise<readonly ITool[]>;
  middleware(): Promise<readonly IMiddlewareDeclaration[]>;
  provider(id: string): Promise<IModelProvider>;
  model(): IKeyedChoice & { fallback?: IKeyedChoice };
  tell(body: EventBody): void;
}

/** What a thread gives to each of its runs. */
export interface IThreadParts {
  memory: IThreadMemory;
  controller: AbortController;
  takeQueued(): { messageId: string; text: string }[];
}

/** How the person wants a message to be worked on. */
export interface IRunRequest {
  mode: AgentMode;
  /** Path of the notebook; the one in front where not given. */
  notebook?: string;
}

/** A message that has not reached the graph. */
export interface IUnsent {
  messageId: string;
  text: string;
  attachments?: IAttachment[];
}

/**
 * Binds a run to its notebook and its model, and tells that it begins.
 *
 * @throws WorkspaceError where no notebook is open.
 */
export async function makeRun(
  parts: IRunParts,
  thread: IThreadParts,
  request: IRunRequest,
  runId: string
): Promise<{ run: Run; models: IModels }> {
  const { workspace, trans, tell, settings } = parts;
  // Before the first wait: the notebook in front may be another one by then.
  const notebook = workspace.bind(request.notebook);
  const models = parts.model();
  const { choice } = models;
  const provider = await parts.provider(choice.provider);
  thread.controller.signal.throwIfAborted();
  const abilities = provider.abilities(choice);
  const run = new Run(
    {
      ...parts,
      threadId: parts.id,
      runId,
      notebook,
      files: new GuardedFiles(
        workspace.files,
        () => settings().privacy.deny,
        trans
      ),
      shell: workspace.shell,
      patterns: workspace.patterns,
      images: workspace.images,
      mode: request.mode,
      tools: new Map(),
      provider,
      choice,
      seesImages: choice.images ?? abilities.images,
      memory: thread.memory,
      lane: parts.lanes.for(notebook.path),
      takeQueued: thread.takeQueued
    },
    thread.controller
  );
  tell({
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
      contextWindow: choice.contextWindow ?? abilities.contextWindow
    }
  });
  return { run, models };
}

type IModels = ReturnType<IRunParts['model']>;

/** The graph of a run, and the messages that begin it. */
export async function prepareRun(
  parts: IRunParts,
  run: Run,
  { choice, key, fallback }: IModels,
  unsent: readonly IUnsent[]
): Promise<{ graph: AgentGraph; messages: HumanMessage[] }> {
  const { notebook, files, shell, mode, memory, provider } = run.options;
  const restarted =
    memory.epoch !== '' && memory.epoch !== notebook.kernel.epoch;
  memory.epoch = notebook.kernel.epoch;
  memory.notebook = notebook;
  const [tools, facts, model, second, extensions, instructions, messages] =
    await Promise.all([
      parts.tools(),
      offerFacts(mode, notebook, files, shell),
      provider.create(choice, key),
      fallback ? secondModel(parts, fallback) : null,
      parts.middleware().then(declared => extensionMiddleware(declared, run)),
      findInstructions(run),
      writeMessages(run, unsent, restarted)
    ]);
  for (const [name, tool] of offeredTools(tools, facts)) {
    run.options.tools.set(name, tool);
  }
  const { checkpointer } = parts;
  return {
    graph: buildGraph({
      run,
      model: model as BaseChatModel,
      second,
      instructions,
      extensions,
      checkpointer
    }),
    messages
  };
}

/** The second model; a run goes on without one that cannot be made. */
async function secondModel(
  parts: IRunParts,
  { choice, key }: IKeyedChoice
): Promise<ISecondModel | null> {
  try {
    const provider = await parts.provider(choice.provider);
    return { provider, choice, model: await provider.create(choice, key) };
  } catch (error) {
    console.warn('Cellwright: the second model could not be made', error);
    return null;
  }
}

/**
 * What the person said, as the model reads it. What was attached and what there
 * is to know goes along with the last message, and is stored with it: every
 * later request begins with the same text.
 *
 * @param restarted whether the kernel the model knew is gone.
 */
async function writeMessages(
  run: Run,
  unsent: readonly IUnsent[],
  restarted: boolean
): Promise<HumanMessage[]> {
  if (unsent.length === 0) {
    return [];
  }
  const { memory, notebook } = run.options;
  const context = await messageContext(run, {
    attachments: unsent.flatMap(each => each.attachments ?? []),
    first: memory.told !== notebook.path
  });
  Object.assign(memory.seen, context.seen);
  return unsent.map(({ messageId, text }, index) => {
    const isLast = index === unsent.length - 1;
    const content = [
      text,
      ...(isLast && restarted ? [`(${KERNEL_NOTE})`] : []),
      ...(isLast && context.text ? [context.text] : [])
    ].join('\n\n');
    return new HumanMessage({ id: messageId, content });
  });
}
