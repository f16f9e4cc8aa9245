import {
  DEFAULT_SETTINGS,
  DEMO_CHOICE,
  ENGLISH,
  type EventBody,
  type IAgentSettings
} from '../../contract';
import { SerialQueue } from '../../contract/util/serial-queue';
import { memoryStores } from '../../storage/stories/memory-stores';
import { FakeDocuments } from '../../testing/fake-documents';
import { FakeFiles } from '../../testing/fake-files';
import { FakeFolderInstructions } from '../../testing/fake-folder-instructions';
import { FakeGrammars } from '../../testing/fake-grammars';
import { FakeImages } from '../../testing/fake-images';
import { FakeNotebook } from '../../testing/fake-notebook';
import { FakePatterns } from '../../testing/fake-patterns';
import { FakeShell } from '../../testing/fake-shell';
import { ModelSelector } from '../model/model-selector';
import type { IAnsweringModel } from '../run/answering-model';
import {
  type DebugNote,
  type Note,
  type IRunOptions
} from '../run/run-context';
import { ToolIndex } from '../tool-set/tool-index';
import { ToolOffer } from '../tool-set/tool-offer';
import { Run } from '../run/run';
import { newMemory } from '../run/agent-memory';
import { DocumentShelf } from '../run/document-shelf';
import { ABILITIES, scriptedProvider } from './harness';

/** Whom requests go to where it matters to nobody. */
export const RECIPIENT: IAnsweringModel = {
  provider: scriptedProvider({
    id: 'scripted',
    abilities: () => ({ ...ABILITIES, contextWindow: 1000 }),
    host: () => 'models.test',
    create: () => Promise.reject(new Error('Not asked for.'))
  }),
  choice: DEMO_CHOICE
};

/** A run that no thread drives, and everything it told. */
export function runOf(
  options: Partial<Omit<IRunOptions, 'offer'>> = {},
  settings: Partial<IAgentSettings> = {}
): { run: Run; events: EventBody[] } {
  const events: EventBody[] = [];
  const { tools = new Map(), memory = newMemory() } = options;
  const imageStore = options.imageStore ?? memoryStores().images;
  const run = new Run({
    at: { threadId: 'thread', branch: '' },
    runId: 'run',
    notebook: new FakeNotebook(),
    files: new FakeFiles(),
    shell: new FakeShell(),
    patterns: new FakePatterns(),
    images: new FakeImages(),
    grammars: new FakeGrammars(),
    imageStore,
    documents: new DocumentShelf({
      at: { threadId: 'thread', branch: '' },
      memory,
      imageStore,
      documents: new FakeDocuments()
    }),
    journal: memoryStores().journal,
    settings: () => ({ ...DEFAULT_SETTINGS, ...settings }),
    folderInstructions: new FakeFolderInstructions(true),
    skills: {
      begin: () => undefined,
      list: async () => [],
      load: async () => null,
      prompt: async () => '',
      called: async () => ''
    },
    trans: ENGLISH,
    questions: {
      ask: async () => ({ action: 'decline' }),
      closed: () => undefined,
      end: () => undefined
    },
    mode: 'agent',
    tools,
    offer: new ToolOffer({
      offered: tools,
      memory,
      index: new ToolIndex(),
      mode: 'agent',
      load: async () => [...tools.values()]
    }),
    provider: RECIPIENT.provider,
    choice: DEMO_CHOICE,
    memory,
    keepMemory: async () => undefined,
    queue: new SerialQueue(),
    tell: body => events.push(body),
    takeQueued: () => [],
    ...options
  });
  return { run, events };
}

/** The models of a run in which always the same one is chosen. */
export function onlyModel(run: Run, model: unknown): ModelSelector {
  const { provider, choice, trans } = run.options;
  return new ModelSelector(
    {
      model: () => ({ choice, key: undefined, disclosed: true }),
      provider: async () => ({
        ...provider,
        create: async () => model as never
      }),
      trans
    },
    run
  );
}

/** The same for a middleware; what it notes is noted, whatever the settings. */
export function notingRun(...of: Parameters<typeof runOf>): {
  run: Run;
  events: EventBody[];
  noted: DebugNote[];
} {
  const { run, events } = runOf(...of);
  const noted: DebugNote[] = [];
  const note: Note = make => void noted.push(make());
  run.recipient = RECIPIENT;
  return { run: Object.assign(run, { note }), events, noted };
}
