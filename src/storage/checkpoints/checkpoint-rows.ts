import {
  WRITES_IDX_MAP,
  type Checkpoint,
  type CheckpointMetadata,
  type PendingWrite
} from '@langchain/langgraph-checkpoint';

import { addUnlessThere } from '../database/add-unless-there';
import { unawaited } from '../database/unawaited';
import type { PrepareRows } from './checkpoint-writing';

/** Key of a checkpoint. */
export type CheckpointKey = [graph: string, namespace: string, id: string];

export interface ICheckpointParts {
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
    return async ({ tx, keep }) => {
      await Promise.all(
        values.map(async ({ channel, version }, at) => {
          const value = await keep(valueRows[at]);
          unawaited([
            tx
              .objectStore('values')
              .put(value, [graph, namespace, channel, version])
          ]);
        })
      );
      const row = {
        parent,
        checkpoint: await keep(headRow),
        metadata: await keep(metadataRow)
      };
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
    return async ({ tx, keep }) => {
      const store = tx.objectStore('writes');
      await Promise.all(
        writes.map(async ([channel], at) => {
          const index = WRITES_IDX_MAP[channel] ?? at;
          const value = await keep(values[at]);
          const row = { channel, value };
          // Only a task's interrupts and answers are overwritten.
          if (index < 0) {
            unawaited([store.put(row, [...checkpoint, taskId, index])]);
          } else {
            addUnlessThere(store, row, [...checkpoint, taskId, index]);
          }
        })
      );
    };
  };
}
