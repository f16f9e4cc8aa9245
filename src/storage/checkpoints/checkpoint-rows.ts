import {
  WRITES_IDX_MAP,
  type Checkpoint,
  type CheckpointMetadata,
  type PendingWrite
} from '@langchain/langgraph-checkpoint';
import { unawaited } from '../database/unawaited';
import type { PrepareRows } from './checkpoint-writing';
import { unwrap, type IDBPObjectStore } from 'idb';
import type { IThreadSchema, ThreadStoreName } from '../database/thread-schema';

/** Key of a checkpoint. */
export type CheckpointKey = [graph: string, namespace: string, id: string];

interface ICheckpointParts {
  /** The id of the checkpoint before. */
  parent: string | null;
  head: Omit<Checkpoint, 'channel_values'>;
  metadata: CheckpointMetadata;
  /** Those of its values that are not stored yet. */
  values: { channel: string; version: string | number; value: unknown }[];
}

/** The rows of a checkpoint. */
export function checkpointRows(
  [graph, namespace, id]: CheckpointKey,
  { parent, head, metadata, values }: ICheckpointParts
): PrepareRows<'checkpoints' | 'values'> {
  return async encode => {
    const [headRow, metadataRow, ...valueRows] = await Promise.all(
      [head, metadata, ...values.map(({ value }) => value)].map(encode)
    );
    return tx => {
      const store = tx.objectStore('values');
      for (const [at, { channel, version }] of values.entries()) {
        const key = [graph, namespace, channel, version] as const;
        unawaited([store.put(valueRows[at], [...key])]);
      }
      const row = { parent, checkpoint: headRow, metadata: metadataRow };
      unawaited([
        tx.objectStore('checkpoints').put(row, [graph, namespace, id])
      ]);
    };
  };
}

/** The rows of a task's writes, which follow a checkpoint. */
export function writesRows(
  checkpoint: CheckpointKey,
  taskId: string,
  writes: readonly PendingWrite[]
): PrepareRows<'writes'> {
  return async encode => {
    const values = await Promise.all(writes.map(([, value]) => encode(value)));
    return tx => {
      const store = tx.objectStore('writes');
      for (const [at, [channel]] of writes.entries()) {
        const index = WRITES_IDX_MAP[channel] ?? at;
        const row = { channel, value: values[at] };
        // Only a task's interrupts and answers are overwritten.
        if (index < 0) {
          unawaited([store.put(row, [...checkpoint, taskId, index])]);
        } else {
          addUnlessThere(store, row, [...checkpoint, taskId, index]);
        }
      }
    };
  };
}

/**
 * Adds a row unless its key is taken: then the row that is there stays, and the
 * transaction goes on. Asking first whether the key is taken would cost a turn
 * of the event loop.
 */
function addUnlessThere<S extends ThreadStoreName>(
  store: IDBPObjectStore<IThreadSchema, ThreadStoreName[], S, 'readwrite'>,
  value: IThreadSchema[S]['value'],
  key: IThreadSchema[S]['key']
): void {
  const request = unwrap(store).add(value, key as IDBValidKey);
  request.addEventListener('error', event => {
    if (request.error?.name === 'ConstraintError') {
      event.preventDefault();
      event.stopPropagation();
    }
  });
}
