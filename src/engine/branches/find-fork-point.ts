import { ToolMessage, type BaseMessage } from '@langchain/core/messages';
import type {
  BaseCheckpointSaver,
  CheckpointTuple
} from '@langchain/langgraph/web';

import type {
  AgentEvent,
  IBranch,
  IBranchRecord,
  IForkCommand,
  IJournal
} from '../../contract';
import type { ICheckpointOutline } from '../../storage';
import { branchLineage } from '../history/branch-lineage';
import type { FromFile } from '../run-context/from-file';
import { outlinesOf } from '../history/outlines';
import { graphConfig } from '../run-context/graph-config';

/** Where a branch begins. */
export interface IForkPoint {
  /** The branch it comes from: of those behind the conversation, the one that holds it. */
  from: IBranch;
  /** Null for a branch that begins with nothing. */
  checkpointId: string | null;
  /** How many events of the display log of `from` stand before it. */
  events: number;
  /** A message that is in the checkpoint and must not be in the branch. */
  without?: string;
  /** The message it stands before. */
  message?: Extract<AgentEvent, { type: 'user-message' }>;
}

/** Where a conversation is kept: its branch, and those that came before it. */
export interface IForkSource {
  saver: BaseCheckpointSaver;
  journal: Pick<IJournal, 'shown'>;
  /** The branch that is being continued. */
  at: IBranch;
  branches: readonly IBranchRecord[];
  /** What of it came from a file: it is told with what is said first. */
  fromFile: FromFile;
}

/** @returns null where there is no such point any more. */
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
    // It never reached the graph: the branch begins where things stand.
    const head = await saver.getTuple(graphConfig(at));
    const checkpointId = head?.checkpoint.id ?? null;
    return { from: at, checkpointId, events, message };
  }
  const { from, first } = found;
  const input = await parentOf(saver, from, first);
  if (input && input.metadata?.source !== 'input') {
    // It came between the steps: what stands before it is before its step.
    const checkpointId = first.checkpoint.id;
    return { from, checkpointId, events, message, without: messageId };
  }
  const before = input && (await parentOf(saver, from, input));
  const checkpointId = before?.checkpoint.id ?? null;
  return { from, checkpointId, events, message };
}

/** From the branch that is being continued to the first one. */
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

/** The oldest checkpoint that holds a message, and in which branch that is. */
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
    // A branch begins with a copy: it was said in the one it comes from.
  }
  const first = found && (await tupleAt(source.saver, found.from, found.id));
  return found && first && { from: found.from, first };
}

/** @param until the newest checkpoint that counts; all where null. */
async function firstIn(
  saver: BaseCheckpointSaver,
  at: IBranch,
  messageId: string,
  until: string | null
): Promise<ICheckpointOutline | null> {
  let first: ICheckpointOutline | null = null;
  let counts = until === null;
  for await (const outline of outlinesOf(saver, at)) {
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
  saver: BaseCheckpointSaver,
  at: IBranch,
  { parentConfig }: CheckpointTuple
): Promise<CheckpointTuple | null> {
  const id: string | undefined = parentConfig?.configurable?.checkpoint_id;
  return id ? tupleAt(saver, at, id) : null;
}

async function tupleAt(
  saver: BaseCheckpointSaver,
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

/** Of these, what goes with the event before it. */
const TRAILING: ReadonlySet<AgentEvent['type']> = new Set([
  'usage',
  'todos',
  'final-answer',
  'run-finished',
  'call-proposed'
] as const);

/** How many events tell of these messages, and of nothing behind them. */
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

/** What follows a step and belongs to it; the run's beginning follows its message. */
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
