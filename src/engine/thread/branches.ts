import { v4 as uuid } from '@langchain/core/utils/uuid';
import type {
  IBranch,
  IForkCommand,
  IStartCommand,
  IBranchRecord,
  IJournal,
  AgentEvent
} from '../../contract';
import { answerOpenCalls, readGraphPosition } from '../run/graph-position';
import type { AgentGraph } from '../run/middleware-chain';
import { idleGraph } from '../run/create-run';
import type { RunManager } from '../run/run-manager';
import type { IThreadContext } from './thread-context';
import {
  RemoveMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';
import type { IndexedDBSaver, ICheckpointOutline } from '../../storage';
import { inheritMemory } from '../run/agent-memory';
import { graphConfig } from '../run/graph-config';
import type { CheckpointTuple } from '@langchain/langgraph/web';
import { branchLineage } from '../history/branch-lineage';
import { messagesOf } from '../history/timeline';

/**
 * The branches of a thread, one of which is current. Used only while no run is
 * active.
 */
export class Branches {
  constructor(
    private readonly _state: IThreadContext,
    private readonly _runs: RunManager
  ) {}

  /**
   * Begins a branch. If it begins without a message, it continues at once.
   *
   * @returns the message that begins it, if there is one.
   */
  async fork({
    from,
    text
  }: Pick<IForkCommand, 'from' | 'text'>): Promise<Omit<
    IStartCommand,
    'type' | 'threadId' | 'messageId'
  > | null> {
    const { parts, log, memoryStore, record } = this._state;
    const imported = record.current?.imported
      ? await parts.threads.imported?.(parts.id)
      : [];
    const fromFile = new Set(
      imported?.flatMap(each => (each.role === 'person' ? each.id : []))
    );
    const source: IForkSource = {
      saver: parts.checkpointer,
      journal: parts.journal,
      at: log.at,
      branches: record.current?.branches ?? [],
      fromFile
    };
    const point =
      'messageId' in from
        ? await beforeMessage(source, from.messageId)
        : await atCheckpoint(source, from.checkpointId);
    if (!point) {
      log.tell({
        type: 'notice',
        code: 'other',
        text: parts.trans.__(
          'This point in the conversation is no longer stored.'
        )
      });
      return null;
    }
    const isTheirs = fromFile.has(point.message?.messageId ?? '');
    if (isTheirs && text === undefined) {
      log.tell({
        type: 'notice',
        code: 'other',
        text: parts.trans.__(
          'This message was imported from a file. To send it, type it yourself.'
        )
      });
      return null;
    }
    await this._begin(point);
    const words = text ?? point.message?.text;
    if (words === undefined) {
      if (await this._hasNext()) {
        await this._runs.retry();
      }
      return null;
    }
    // Calls that waited at the checkpoint are not continued.
    await answerOpenCalls(await this._graph(), log.at, parts, 'interrupted');
    const notebook = record.current?.notebook;
    // Attachments that an imported file names are not read.
    const attachments = isTheirs ? undefined : point.message?.attachments;
    return {
      text: words,
      mode: memoryStore.memory.mode,
      ...(notebook && { notebook }),
      ...(attachments && { attachments })
    };
  }

  /** Whether this branch exists and is not the current one. */
  isOther(branch: string): boolean {
    const { log, record } = this._state;
    return (
      branch !== log.at.branch &&
      (record.current?.branches ?? []).some(({ id }) => id === branch)
    );
  }

  async switchTo(branch: string): Promise<void> {
    await this._state.record.write({ branch, run: null, pending: 0 });
    await this._load(branch);
  }

  private async _begin(point: IForkPoint): Promise<void> {
    const { parts, log, record } = this._state;
    const { from, checkpointId, events } = point;
    const to: IBranch = { ...from, branch: uuid().slice(0, 8) };
    await log.settled();
    await forkGraph(parts.checkpointer, await this._graph(), point, to);
    await inheritMemory(parts.journal, from, to, checkpointId === null);
    await record.write({
      branch: to.branch,
      branches: withBranch(record.current?.branches ?? [], {
        id: to.branch,
        parent: from.branch,
        events,
        checkpointId,
        created: Date.now()
      }),
      run: null,
      pending: 0
    });
    await this._load(to.branch);
  }

  private async _load(branch: string): Promise<void> {
    const { log, memoryStore } = this._state;
    this._runs.forget();
    log.branch = branch;
    await memoryStore.load(log.at);
    log.tell({ type: 'branch', branch });
  }

  private async _hasNext(): Promise<boolean> {
    const position = await readGraphPosition(
      await this._graph(),
      this._state.log.at
    );
    return position.at !== 'end';
  }

  /** A graph that is only used to read states. */
  private async _graph(): Promise<AgentGraph> {
    return this._runs.graph ?? (await idleGraph(this._state));
  }
}

/** The branch records of a thread with a new one added. */
function withBranch(
  branches: readonly IBranchRecord[],
  branch: IBranchRecord
): IBranchRecord[] {
  const first: IBranchRecord = {
    id: '',
    parent: null,
    events: 0,
    checkpointId: null,
    created: branch.created
  };
  const all = branches.some(({ id }) => id === '')
    ? branches
    : [first, ...branches];
  return [...all, branch];
}

/** Begins a branch in the graph: a LangGraph thread whose first checkpoint is a copy. */
async function forkGraph(
  saver: IndexedDBSaver,
  { graph }: AgentGraph,
  { from, checkpointId, without }: IForkPoint,
  to: IBranch
): Promise<void> {
  if (checkpointId === null) {
    return;
  }
  await saver.fork(from, checkpointId, to);
  if (without !== undefined) {
    await graph.updateState(
      graphConfig(to),
      { messages: [new RemoveMessage({ id: without })] },
      'tools'
    );
  }
}

/** Where a branch begins. */
interface IForkPoint {
  /**
   * The branch to copy from: the one of this conversation that holds the point.
   */
  from: IBranch;
  /** Null for a branch that begins empty. */
  checkpointId: string | null;
  /** How many events of the display log of `from` come before the point. */
  events: number;
  /** A message that is in the checkpoint but must not be in the branch. */
  without?: string;
  /** The message the branch begins before. */
  message?: Extract<AgentEvent, { type: 'user-message' }>;
}

/**
 * Where a conversation is stored: in its branch and those it was forked from.
 */
interface IForkSource {
  saver: IndexedDBSaver;
  journal: Pick<IJournal, 'shown'>;
  /** The current branch. */
  at: IBranch;
  branches: readonly IBranchRecord[];
  /**
   * Ids of the messages that came from a file; the model reads them with the
   * first message.
   */
  fromFile: ReadonlySet<string>;
}

/** Where a branch begins at a checkpoint; null if it no longer exists. */
async function atCheckpoint(
  source: IForkSource,
  checkpointId: string
): Promise<IForkPoint | null> {
  for (const { at } of branchLineage(source.at, source.branches).reverse()) {
    const tuple = await tupleAt(source.saver, at, checkpointId);
    if (tuple) {
      const shown = await source.journal.shown(at);
      const events = eventsUpTo(shown, messagesOf(tuple));
      return { from: at, checkpointId, events };
    }
  }
  return null;
}

/** The same before a message of the person. */
async function beforeMessage(
  source: IForkSource,
  messageId: string
): Promise<IForkPoint | null> {
  const { saver, at } = source;
  const shown = await source.journal.shown(at);
  const events = shown.findIndex(
    event => event.type === 'user-message' && event.messageId === messageId
  );
  const message = shown[events];
  if (message?.type !== 'user-message') {
    return null;
  }
  const found = await firstWith(source, messageId);
  if (!found && source.fromFile.has(messageId)) {
    return { from: at, checkpointId: null, events, message };
  }
  if (!found) {
    // It never reached the graph: the branch begins at the newest checkpoint.
    const head = await saver.getTuple(graphConfig(at));
    const checkpointId = head?.checkpoint.id ?? null;
    return { from: at, checkpointId, events, message };
  }
  const { from, first } = found;
  const input = await parentOf(saver, from, first);
  if (input && input.metadata?.source !== 'input') {
    // It was added between two steps: the branch keeps the step before it.
    const checkpointId = first.checkpoint.id;
    return { from, checkpointId, events, message, without: messageId };
  }
  const before = input && (await parentOf(saver, from, input));
  const checkpointId = before?.checkpoint.id ?? null;
  return { from, checkpointId, events, message };
}

/** The oldest checkpoint that holds a message, and its branch. */
async function firstWith(
  source: IForkSource,
  messageId: string
): Promise<{ from: IBranch; first: CheckpointTuple } | null> {
  let found: { from: IBranch; id: string } | null = null;
  for (const { at, until } of branchLineage(
    source.at,
    source.branches
  ).reverse()) {
    const first = await firstIn(source.saver, at, messageId, until);
    if (!first) {
      break;
    }
    found = { from: at, id: first.id };
    if (first.parentId !== null) {
      break;
    }
    // A branch begins with a copy, so the message was sent in the one before
    // it.
  }
  const first = found && (await tupleAt(source.saver, found.from, found.id));
  return found && first && { from: found.from, first };
}

/** @param until the newest checkpoint to look at; null for all. */
async function firstIn(
  saver: IndexedDBSaver,
  at: IBranch,
  messageId: string,
  until: string | null
): Promise<ICheckpointOutline | null> {
  let first: ICheckpointOutline | null = null;
  let counts = until === null;
  for await (const outline of saver.outlines(at)) {
    counts ||= outline.id === until;
    if (!counts) {
      continue;
    }
    const messages = outline.messages as readonly BaseMessage[];
    if (messages.some(({ id }) => id === messageId)) {
      first = outline;
    } else if (first) {
      break;
    }
  }
  return first;
}

async function parentOf(
  saver: IndexedDBSaver,
  at: IBranch,
  { parentConfig }: CheckpointTuple
): Promise<CheckpointTuple | null> {
  const id: string | undefined = parentConfig?.configurable?.checkpoint_id;
  return id ? tupleAt(saver, at, id) : null;
}

async function tupleAt(
  saver: IndexedDBSaver,
  at: IBranch,
  checkpointId: string
): Promise<CheckpointTuple | null> {
  const { configurable } = graphConfig(at);
  const tuple = await saver.getTuple({
    configurable: { ...configurable, checkpoint_id: checkpointId }
  });
  return tuple ?? null;
}

/** Events that belong to the one before them. */
const TRAILING: ReadonlySet<AgentEvent['type']> = new Set([
  'usage',
  'todos',
  'final-answer',
  'run-finished',
  'call-proposed'
] as const);

/** The number of events up to the last one about these messages. */
function eventsUpTo(
  shown: readonly AgentEvent[],
  messages: readonly BaseMessage[]
): number {
  const ids = new Set(messages.map(({ id }) => id));
  const answered = new Set(
    messages.filter(ToolMessage.isInstance).map(each => each.tool_call_id)
  );
  const last = shown.findLastIndex(event => {
    switch (event.type) {
      case 'user-message':
      case 'model-message':
      case 'call-proposed':
        return ids.has(event.messageId);
      case 'call-finished':
        return answered.has(event.callId);
      default:
        return false;
    }
  });
  let end = last + 1;
  while (end < shown.length && isTrailing(shown[end], ids)) {
    end++;
  }
  return end;
}

/**
 * Whether an event belongs to the step before it; the start of a run belongs to
 * its message.
 */
function isTrailing(
  event: AgentEvent,
  ids: ReadonlySet<string | undefined>
): boolean {
  return (
    event.type === 'run-started' ||
    (TRAILING.has(event.type) &&
      (event.type !== 'call-proposed' || ids.has(event.messageId)))
  );
}
