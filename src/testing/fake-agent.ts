import type {
  AgentCommand,
  AgentEvent,
  EventBody,
  IAgent,
  IReviewCard,
  ISkillInfo,
  IThreadHistory
} from '../contract';
import { FakeReports } from './workflows/fake-reports';
import { FakeMemories } from './workflows/fake-memories';

/**
 * An agent that records commands, and emits the events that a spec gives it.
 */
export class FakeAgent implements IAgent {
  readonly sent: AgentCommand[] = [];
  /** Events so far, as returned by `history`. */
  readonly told: AgentEvent[] = [];
  /** Called with every command; `send` waits for its promise. */
  onSend: ((command: AgentCommand) => void | Promise<void>) | null = null;

  /** Source of histories, if not the events emitted so far. */
  kept: ((threadId: string) => Promise<AgentEvent[]>) | null = null;

  /** The skills offered under `/`. */
  skillsKnown: ISkillInfo[] = [];

  readonly reports = new FakeReports();
  /** Its memories. */
  readonly memoriesKept = new FakeMemories();

  /** The history of its threads, as far as a spec sets it. */
  past: IThreadHistory = {
    timeline: async () => [],
    checkpoint: async () => {
      throw new Error('There is no checkpoint.');
    },
    compare: async () => [],
    previewUndo: async () => null,
    audit: async () => [],
    attachment: async () => undefined,
    planFile: async () => undefined
  };

  private readonly _listeners = new Set<(event: AgentEvent) => void>();

  get listeners(): number {
    return this._listeners.size;
  }

  async send(command: AgentCommand): Promise<void> {
    this.sent.push(command);
    await this.onSend?.(command);
  }

  subscribe(listener: (event: AgentEvent) => void): () => void {
    this._listeners.add(listener);
    return () => this._listeners.delete(listener);
  }

  async history(threadId: string): Promise<AgentEvent[]> {
    if (this.kept) {
      return this.kept(threadId);
    }
    return this.told.filter(event => event.threadId === threadId);
  }

  async skills(): Promise<readonly ISkillInfo[]> {
    return this.skillsKnown;
  }

  async memories(): Promise<FakeMemories> {
    return this.memoriesKept;
  }

  tell(threadId: string, body: EventBody, time = 1_000): void {
    const event: AgentEvent = { ...body, threadId, time };
    this.told.push(event);
    this._listeners.forEach(listener => listener(event));
  }

  /** The commands of one type. */
  commands<T extends AgentCommand['type']>(
    type: T
  ): Extract<AgentCommand, { type: T }>[] {
    return this.sent.filter(
      (command): command is Extract<AgentCommand, { type: T }> =>
        command.type === type
    );
  }
}

/** A card for a code cell, like one from the engine. */
export function codeCard(
  callId: string,
  change: Partial<IReviewCard> = {}
): IReviewCard {
  const text = `df.describe()  # ${callId}`;
  return {
    callId,
    tool: 'jupyter_cell',
    args: { code: text, description: 'Look at it' },
    effect: 'execute',
    allowedDecisions: ['approve', 'edit', 'reject'],
    title: 'Add a cell and run it',
    sentence:
      'Insert a code cell after ⟦c1⟧ in penguins.ipynb and run it on Python 3 (ipykernel)',
    place: 'after ⟦c1⟧ in penguins.ipynb · Python 3 (ipykernel)',
    reason: 'Means by species show which measurement separates them best.',
    body: { kind: 'code', mimeType: 'text/x-ipython', text },
    editable: 'code',
    hash: `hash-${callId}`,
    ...change
  };
}

/** A card for a shell command, like one from the engine. */
export function commandCard(
  callId: string,
  change: Partial<IReviewCard> = {}
): IReviewCard {
  return codeCard(callId, {
    tool: 'execute_command',
    args: { command: 'ls -l', cwd: 'work' },
    effect: 'shell',
    title: 'Run a command',
    sentence: 'Run a command on the server',
    place: '',
    body: { kind: 'command', text: 'ls -l', cwd: 'work' },
    editable: 'command',
    ...change
  });
}

/** A card for a question to the person, like one from the engine. */
export function questionCard(
  callId: string,
  question: Partial<IReviewCard['body'] & { kind: 'question' }> = {},
  change: Partial<IReviewCard> = {}
): IReviewCard {
  return codeCard(callId, {
    tool: 'ask_user',
    args: {},
    effect: 'read',
    allowedDecisions: ['respond', 'reject'],
    title: 'A question',
    sentence: 'Cellwright asks you something',
    place: '',
    reason: undefined,
    body: {
      kind: 'question',
      question: 'Which column is the target?',
      options: ['species', 'island'],
      multiple: false,
      ...question
    },
    editable: undefined,
    ...change
  });
}
