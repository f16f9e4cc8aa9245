import { TASKS } from '@langchain/langgraph-checkpoint';

import type { CheckpointReading } from './checkpoint-reading';
import type { StoredValue } from '../database/thread-schema';
import { keysUnder } from '../database/keys-under';
import { UnreadableRecord, marksIn, putBackMessages } from './to-stored';

/** The key facts of a checkpoint, which are small and cheap to read. */
export interface ICheckpointOutline {
  id: string;
  parentId: string | null;
  /** ISO 8601. */
  ts: string;
  messages: readonly unknown[];
  /** Names of the channels that hold a value. */
  channels: readonly string[];
}

/** The channel that holds the conversation. */
const MESSAGES = 'messages';

/**
 * Outlines of a graph's checkpoints, newest first. Reads what it needs for all
 * of them at once, and of each value only whether it exists.
 *
 * @param from the oldest one wanted; empty for all.
 */
export async function* outlinesIn(
  reading: CheckpointReading,
  graph: string,
  from = ''
): AsyncGenerator<ICheckpointOutline> {
  const { db } = reading.options.database;
  const range = IDBKeyRange.bound([graph, '', from], [graph, '', []]);
  const tx = db.transaction(['checkpoints', 'values']);
  const values = tx.objectStore('values');
  const valuesOf = async (
    channel: string
  ): Promise<Map<string, StoredValue>> => {
    const all = keysUnder(graph, '', channel);
    const [keys, rows] = await Promise.all([
      values.getAllKeys(all),
      values.getAll(all)
    ]);
    return new Map(
      keys.map(([, , , version], at) => [nameOf(channel, version), rows[at]])
    );
  };
  const [ids, rows, present, messageRows, taskRows] = await Promise.all([
    tx.objectStore('checkpoints').getAllKeys(range),
    tx.objectStore('checkpoints').getAll(range),
    values.getAllKeys(keysUnder(graph, '')),
    valuesOf(MESSAGES),
    valuesOf(TASKS)
  ]);
  const there = new Set(
    present
      .map(([, , channel, version]) => nameOf(channel, version))
      .filter(name => !isEmptyList(taskRows.get(name)))
  );
  const messages = reading.messagesOf(graph);
  for (const [at, [, , id]] of [...ids.entries()].reverse()) {
    const { parent, checkpoint } = rows[at];
    const head = await reading.head(id, checkpoint);
    const channels = Object.entries(head.channel_versions);
    const stored = messageRows.get(
      nameOf(MESSAGES, head.channel_versions[MESSAGES])
    );
    const value = stored && (await reading.load(stored));
    const found = { messages: new Set<number>(), lists: new Set<number>() };
    marksIn(value, found);
    await messages.need(found);
    const list = putBackMessages(value ?? [], messages);
    if (!Array.isArray(list)) {
      throw new UnreadableRecord(`messages of checkpoint ${id}`);
    }
    messages.forgetLists();
    yield {
      id,
      parentId: parent,
      ts: head.ts,
      messages: list,
      channels: channels
        .filter(([channel, version]) => there.has(nameOf(channel, version)))
        .map(([channel]) => channel)
    };
  }
}

function nameOf(channel: string, version: unknown): string {
  return `${channel} ${String(version)}`;
}

function isEmptyList(stored: StoredValue | undefined): boolean {
  return (
    stored !== undefined &&
    'json' in stored &&
    Array.isArray(stored.json) &&
    stored.json.length === 0
  );
}
