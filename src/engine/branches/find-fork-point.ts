import { ToolMessage, type BaseMessage } from '@langchain/core/messages';
import type { CheckpointTuple } from '@langchain/langgraph/web';

import type {
  AgentEvent,
  IBranch,
  IBranchRecord,
  IForkCommand,
  IJournal
} from '../../contract';
import type { ICheckpointOutline, IndexedDBSaver } from '../../storage';
import { branchLineage } from '../history/branch-lineage';
import { graphConfig } from '../run-context/graph-config';

/** Where a branch begins. */
export interface IForkPoint {
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
export interface IForkSource {
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

/** @returns null if the point no longer exists. */
export async function findForkPoint(
  source: IForkSource,
  from: IForkCommand['from']
): Promise<IForkPoint | null> {
  return 'messageId' in from
    ? beforeMessage(source, from.messageId)
    : atCheckpoint(source, from.checkpointId);
}

async function atCheckpoint(
  source: IForkSource,
  checkpointId: string
): Promise<IForkPoint | null> {
  for (const { at } of stretchesOf(source)) {
    const tuple = await tupleAt(source.saver, at, checkpointId);
    if (tuple) {
      const shown = await source.journal.shown(at);
      const events = eventsUpTo(shown, messagesOf(tuple));
      return { from: at, checkpointId, events };
    }
  }
  return null;
}

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

/** The branches from the current one back to the first. */
function stretchesOf({
  at,
  branches
}: IForkSource): { at: IBranch; until: string | null }[] {
  const { threadId, branch } = at;
  return branchLineage(branch, branches)
    .reverse()
    .map(stretch => ({
      at: { threadId, branch: stretch.branch },
      until: stretch.until
    }));
}

/** The oldest checkpoint that holds a message, and its branch. */
async function firstWith(
  source: IForkSource,
  messageId: string
): Promise<{ from: IBranch; first: CheckpointTuple } | null> {
  let found: { from: IBranch; id: string } | null = null;
  for (const { at, until } of stretchesOf(source)) {
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

function messagesOf({ checkpoint }: CheckpointTuple): BaseMessage[] {
  return (checkpoint.channel_values.messages ?? []) as BaseMessage[];
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
