import {
  TASKS,
  maxChannelVersion,
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointPendingWrite,
  type CheckpointTuple,
  type SerializerProtocol
} from '@langchain/langgraph-checkpoint';

import { branchOf } from '../../contract';
import { configOf } from './checkpoint-config';
import type { ICheckpointRow, StoredValue } from '../database/thread-schema';
import type { ThreadDatabase } from '../database/thread-database';
import { keysUnder } from '../database/keys-under';
import { MessageReading } from './message-reading';
import type { MessageRows } from './message-rows';
import {
  UnreadableRecord,
  fromStored,
  isMessage,
  marksIn,
  putBackMessages
} from './to-stored';

/** A checkpoint as it was found, without its values. */
export interface IFoundCheckpoint {
  graph: string;
  namespace: string;
  row: ICheckpointRow;
  checkpoint: Omit<Checkpoint, 'channel_values'>;
  metadata: CheckpointMetadata;
}

export interface ICheckpointReadingOptions {
  database: ThreadDatabase;
  serde: SerializerProtocol;
  /** What is known about a thread's messages. */
  rowsOf(threadId: string): MessageRows;
}

/**
 * Reconstructs checkpoints from their rows.
 * @throws what `fromStored` and the browser throw for a record they cannot
 * read.
 */
export class CheckpointReading {
  constructor(readonly options: ICheckpointReadingOptions) {}

  /** The newest in the namespace if no id is given. */
  async find(
    graph: string,
    namespace: string,
    id?: string
  ): Promise<IFoundCheckpoint | undefined> {
    const { store } = this.options.database.db.transaction('checkpoints');
    const cursor = await store.openCursor(
      id
        ? IDBKeyRange.only([graph, namespace, id])
        : keysUnder(graph, namespace),
      'prev'
    );
    if (!cursor) {
      return undefined;
    }
    const { value: row, key } = cursor;
    const [checkpoint, metadata] = await Promise.all([
      this.head(key[2], row.checkpoint),
      this.load(row.metadata)
    ]);
    if (!isMetadata(metadata)) {
      throw new UnreadableRecord(`checkpoint ${key[2]}`);
    }
    return { graph, namespace, row, checkpoint, metadata };
  }

  /** The checkpoint with this id, without its values. */
  async head(
    id: string,
    stored: StoredValue
  ): Promise<IFoundCheckpoint['checkpoint']> {
    const checkpoint = await this.load(stored);
    if (!isCheckpoint(checkpoint, id)) {
      throw new UnreadableRecord(`checkpoint ${id}`);
    }
    return checkpoint;
  }

  /** One value, with marks in place of its messages. */
  load(stored: StoredValue | undefined): Promise<unknown> {
    return fromStored(this.options.serde, stored);
  }

  /** Reads messages of a thread; one reader can serve many checkpoints. */
  messagesOf(graph: string): MessageReading {
    return new MessageReading(
      this.options.rowsOf(branchOf(graph).threadId),
      async (row, key) => {
        const message = await this.load(row);
        if (!isMessage(message)) {
          throw new UnreadableRecord(`message ${key}`);
        }
        return message;
      }
    );
  }

  /** @param reading reads the messages, and caches those it has read. */
  async tuple(
    { graph, namespace, row, checkpoint, metadata }: IFoundCheckpoint,
    reading: MessageReading
  ): Promise<CheckpointTuple> {
    const { id } = checkpoint;
    const [values, writes, sends] = await Promise.all([
      this._valuesOf(graph, namespace, checkpoint),
      this._writesOf(graph, namespace, id),
      // Before version 4, pending sends were stored with the parent.
      checkpoint.v < 4 && row.parent !== null
        ? this._writesOf(graph, namespace, row.parent, TASKS)
        : null
    ]);
    const loaded = await this._loadAll(
      [...values, ...writes, ...(sends ?? [])].map(({ value }) => value),
      reading
    );
    const take = (count: number): unknown[] => loaded.splice(0, count);
    const valuesNow = take(values.length);
    const whole: Checkpoint = {
      ...checkpoint,
      channel_values: Object.fromEntries(
        values.map(({ channel }, at) => [channel, valuesNow[at]])
      )
    };
    const writesNow = take(writes.length);
    if (sends) {
      addSends(whole, take(sends.length));
    }
    return {
      config: configOf(graph, namespace, id),
      checkpoint: whole,
      metadata,
      pendingWrites: writes.map(
        ({ task, channel }, at): CheckpointPendingWrite => [
          task,
          channel,
          writesNow[at]
        ]
      ),
      ...(row.parent !== null && {
        parentConfig: configOf(graph, namespace, row.parent)
      })
    };
  }

  /** Leaves out a channel that was never written at its version. */
  private async _valuesOf(
    graph: string,
    namespace: string,
    checkpoint: IFoundCheckpoint['checkpoint']
  ): Promise<{ channel: string; value: StoredValue }[]> {
    const { store } = this.options.database.db.transaction('values');
    const values = await Promise.all(
      Object.entries(checkpoint.channel_versions).map(
        async ([channel, version]) => ({
          channel,
          value: await store.get([graph, namespace, channel, version])
        })
      )
    );
    return values.flatMap(({ channel, value }) =>
      value === undefined ? [] : [{ channel, value }]
    );
  }

  private async _writesOf(
    graph: string,
    namespace: string,
    id: string,
    channel?: string
  ): Promise<{ task: string; channel: string; value: StoredValue }[]> {
    const { store } = this.options.database.db.transaction('writes');
    const range = keysUnder(graph, namespace, id);
    const [keys, rows] = await Promise.all([
      store.getAllKeys(range),
      store.getAll(range)
    ]);
    return rows
      .map((row, at) => ({ ...row, task: keys[at][3] }))
      .filter(row => channel === undefined || row.channel === channel);
  }

  private async _loadAll(
    stored: StoredValue[],
    reading: MessageReading
  ): Promise<unknown[]> {
    const values = await Promise.all(stored.map(value => this.load(value)));
    const found = { messages: new Set<number>(), lists: new Set<number>() };
    values.forEach(value => marksIn(value, found));
    await reading.need(found);
    return values.map(value => putBackMessages(value, reading));
  }
}

/** Does what LangGraph's own savers do for checkpoints of older versions. */
function addSends(checkpoint: Checkpoint, sends: unknown[]): void {
  const versions = Object.values(checkpoint.channel_versions);
  checkpoint.channel_values[TASKS] = sends;
  checkpoint.channel_versions[TASKS] = versions.length
    ? maxChannelVersion(...versions)
    : 1;
}

function isCheckpoint(
  value: unknown,
  id: string
): value is IFoundCheckpoint['checkpoint'] {
  return (
    isObject(value) &&
    value.id === id &&
    isObject(value.channel_versions) &&
    isObject(value.versions_seen)
  );
}

function isMetadata(value: unknown): value is CheckpointMetadata {
  return isObject(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
