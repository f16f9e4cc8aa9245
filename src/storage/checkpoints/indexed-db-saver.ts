import {
  BaseCheckpointSaver,
  copyCheckpoint,
  getCheckpointId,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type PendingWrite
} from '@langchain/langgraph-checkpoint';
import {
  ENGLISH,
  branchOf,
  graphThreadId,
  isDamagedError,
  type IBranch,
  type ITranslator
} from '../../contract';
import {
  configOf,
  isBehind,
  namespaceOf,
  textOf,
  type CheckpointConfig
} from './checkpoint-config';
import { outlinesIn, type ICheckpointOutline } from './checkpoint-outline';
import { CheckpointReading } from './checkpoint-reading';
import {
  checkpointRows,
  writesRows,
  type CheckpointKey
} from './checkpoint-rows';
import { CheckpointWriting } from './checkpoint-writing';
import { CheckpointsAtHand } from './checkpoints-at-hand';
import { FreshNamespaces } from './fresh-namespaces';
import type { ThreadDatabase } from '../database/thread-database';
import { keysUnder } from '../database/keys-under';
import {
  LatestCheckpointSaver,
  type IThreadSaver
} from './latest-checkpoint-saver';
import type { MessageReading } from './message-reading';
import { MessageRows } from './message-rows';
import type { OnDamaged } from '../database/read-rows';
import {
  explainReadError,
  explainWriteError,
  goneCheckpoint
} from '../database/storage-errors';

/**
 * Durable with a database; without one, it lives as long as the page.
 * @param onDamaged called for a thread that cannot be continued any more.
 */
export function makeCheckpointSaver(
  database: ThreadDatabase | null,
  trans: ITranslator = ENGLISH,
  onDamaged?: OnDamaged
): IThreadSaver {
  return database
    ? new IndexedDBSaver(database, trans, onDamaged)
    : new LatestCheckpointSaver(trans);
}

/**
 * LangGraph's checkpoints in IndexedDB. The cost of a step does not grow with
 * the conversation: a channel is written once per version, a message once, and
 * a list of messages as its difference from an earlier list.
 *
 * A run with `WRITE_BEHIND` does not wait for each checkpoint. The journal's
 * records depend on them, so nothing is applied before they are durable.
 */
export class IndexedDBSaver
  extends BaseCheckpointSaver
  implements IThreadSaver
{
  private readonly _database: ThreadDatabase;
  private readonly _trans: ITranslator;
  private readonly _onDamaged: OnDamaged;
  private readonly _reading: CheckpointReading;
  private readonly _writing: CheckpointWriting;
  private readonly _fresh: FreshNamespaces;
  private readonly _atHand: CheckpointsAtHand;
  /** By thread, with the most recently used at the end. */
  private readonly _rows = new Map<string, MessageRows>();

  constructor(
    database: ThreadDatabase,
    trans: ITranslator = ENGLISH,
    onDamaged: OnDamaged = () => undefined
  ) {
    super();
    this._database = database;
    this._trans = trans;
    this._onDamaged = onDamaged;
    const rowsOf = (threadId: string): MessageRows => this._rowsOf(threadId);
    const parts = { database, serde: this.serde, rowsOf };
    this._reading = new CheckpointReading(parts);
    this._writing = new CheckpointWriting({
      ...parts,
      onLost: threadId => this._atHand.forgetThread(threadId)
    });
    const fenceOf = (graph: string): number | undefined =>
      database.fence(branchOf(graph).threadId);
    this._fresh = new FreshNamespaces(fenceOf);
    this._atHand = new CheckpointsAtHand(fenceOf);
  }

  /**
   * Two checkpoints never share a version for different values, even if both
   * follow the same checkpoint, because values are stored by version.
   */
  override getNextVersion(current: number | undefined): number {
    return Math.floor(current ?? 0) + 1 + Math.random();
  }

  async getTuple(
    config: CheckpointConfig
  ): Promise<CheckpointTuple | undefined> {
    const thread: unknown = config.configurable?.thread_id;
    if (thread === undefined) {
      return undefined;
    }
    const graph = textOf('thread_id', thread);
    const namespace = namespaceOf(config);
    const id = getCheckpointId(config) || undefined;
    const parents: unknown = config.configurable?.checkpoint_map;
    if (id === undefined && this._fresh.isFresh(graph, namespace, parents)) {
      return undefined;
    }
    if (id === undefined && namespace === '') {
      const atHand = this._atHand.newest(graph);
      if (atHand) {
        return atHand;
      }
    }
    try {
      return await this._read(graph, async () => {
        const found = await this._reading.find(graph, namespace, id);
        if (!found) {
          return undefined;
        }
        const messages = this._reading.messagesOf(graph);
        const tuple = await this._reading.tuple(found, messages);
        messages.keep();
        return tuple;
      });
    } catch (error) {
      // A thread continues from the newest; earlier ones are dispensable.
      if (id === undefined && isDamagedError(error)) {
        this._onDamaged(branchOf(graph).threadId, error.cause);
      }
      throw error;
    }
  }

  async *list(
    config: CheckpointConfig,
    { limit, before, filter }: CheckpointListOptions = {}
  ): AsyncGenerator<CheckpointTuple> {
    const thread: unknown = config.configurable?.thread_id;
    const namespace: unknown = config.configurable?.checkpoint_ns;
    const only = getCheckpointId(config);
    const end: string = before?.configurable?.checkpoint_id ?? '';
    if (thread) {
      await this._database.delivered(
        branchOf(textOf('thread_id', thread)).threadId
      );
    }
    const keys = await this._database.db.getAllKeys(
      'checkpoints',
      thread ? keysUnder(textOf('thread_id', thread)) : undefined
    );
    const wanted = keys
      .filter(
        ([, ns, id]) =>
          (namespace === undefined || ns === namespace) &&
          (!only || id === only) &&
          (!end || id < end)
      )
      .sort(newestFirst);
    let left = limit ?? Infinity;
    let last = '';
    let messages: MessageReading | null = null;
    for (const [graph, ns, id] of wanted) {
      if (left <= 0) {
        return;
      }
      if (!messages || graph !== last) {
        messages = this._reading.messagesOf(graph);
        last = graph;
      }
      const reading = messages;
      const tuple = await this._read(graph, async () => {
        const found = await this._reading.find(graph, ns, id);
        const fits =
          found &&
          Object.entries(filter ?? {}).every(
            ([key, value]) => Reflect.get(found.metadata, key) === value
          );
        return fits ? this._reading.tuple(found, reading) : undefined;
      });
      reading.forgetLists();
      if (tuple) {
        left -= 1;
        yield tuple;
      }
    }
  }

  /**
   * Outlines of a branch's checkpoints, newest first; cheaper than reading all.
   *
   * @param from the oldest one wanted; all if absent.
   */
  async *outlines(
    at: IBranch,
    from?: string
  ): AsyncGenerator<ICheckpointOutline> {
    try {
      await this._database.delivered(at.threadId);
      yield* outlinesIn(this._reading, graphThreadId(at), from);
    } catch (error) {
      throw explainReadError(error, this._trans);
    }
  }

  async put(
    config: CheckpointConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions
  ): Promise<CheckpointConfig> {
    const graph = textOf('thread_id', config.configurable?.thread_id);
    const namespace = namespaceOf(config);
    const copy = copyCheckpoint(checkpoint);
    const { channel_values, ...head } = copy;
    const id = textOf('checkpoint_id', head.id);
    const parent: string | undefined = config.configurable?.checkpoint_id;
    this._fresh.created(graph, namespace, id);
    const changed = Object.entries(newVersions).filter(
      ([channel]) => channel_values[channel] !== undefined
    );
    await this._write(() =>
      this._writing.write(
        graph,
        ['checkpoints', 'values'],
        checkpointRows([graph, namespace, id], {
          parent: parent ?? null,
          head,
          metadata,
          values: changed.map(([channel, version]) => ({
            channel,
            version,
            value: channel_values[channel]
          }))
        }),
        {
          isBehind: isBehind(config),
          onQueued: () =>
            namespace === '' && this._atHand.put(graph, parent, copy, metadata)
        }
      )
    );
    return configOf(graph, namespace, id);
  }

  async putWrites(
    config: CheckpointConfig,
    writes: PendingWrite[],
    taskId: string
  ): Promise<void> {
    const graph = textOf('thread_id', config.configurable?.thread_id);
    const namespace = namespaceOf(config);
    const id = textOf('checkpoint_id', config.configurable?.checkpoint_id);
    this._fresh.wrote(graph, namespace);
    await this._write(() =>
      this._writing.write(
        graph,
        ['writes'],
        writesRows([graph, namespace, id], taskId, writes),
        {
          isBehind: isBehind(config),
          onQueued: () =>
            namespace === '' &&
            this._atHand.putWrites(graph, id, writes, taskId)
        }
      )
    );
  }

  /** Deletes a branch, and with the first one the messages that all share. */
  async deleteThread(threadId: string): Promise<void> {
    const graph = textOf('thread_id', threadId);
    const { threadId: thread, branch } = branchOf(graph);
    this._atHand.forgetThread(thread);
    const own = ['checkpoints', 'values', 'writes'] as const;
    const shared = branch ? [] : (['messages', 'lists'] as const);
    await this._writing.turn(thread, () =>
      this._database.write(thread, [...own, ...shared], async tx => {
        for (const store of own) {
          await tx.objectStore(store).delete(keysUnder(graph));
        }
        for (const store of shared) {
          await tx.objectStore(store).delete(keysUnder(thread));
        }
      })
    );
    if (!branch) {
      this._rows.delete(thread);
    }
  }

  async fork(from: IBranch, checkpointId: string, to: IBranch): Promise<void> {
    const source = graphThreadId(from);
    const target = graphThreadId(to);
    this._atHand.forgetThread(to.threadId);
    const found = await this._read(source, () =>
      this._reading.find(source, '', checkpointId)
    );
    if (!found) {
      throw goneCheckpoint(this._trans);
    }
    const { row, checkpoint } = found;
    await this._write(() =>
      this._writing.write(
        target,
        ['checkpoints', 'values'],
        async () => async tx => {
          const values = tx.objectStore('values');
          for (const [channel, version] of Object.entries(
            checkpoint.channel_versions
          )) {
            const value = await values.get([source, '', channel, version]);
            if (value) {
              await values.put(value, [target, '', channel, version]);
            }
          }
          await tx
            .objectStore('checkpoints')
            .put({ ...row, parent: null }, [target, '', checkpointId]);
        }
      )
    );
  }

  async settled({ threadId }: IBranch): Promise<void> {
    await this._write(() => this._database.settled(threadId));
  }

  async afresh({ threadId }: IBranch): Promise<void> {
    const isLost = await this._writing.turn(threadId, () =>
      this._database.afresh(threadId)
    );
    if (isLost) {
      this._atHand.forgetThread(threadId);
    }
  }

  /** Reads after the pending writes. */
  private async _read<T>(graph: string, act: () => Promise<T>): Promise<T> {
    try {
      await this._database.delivered(branchOf(graph).threadId);
      return await act();
    } catch (error) {
      throw explainReadError(error, this._trans);
    }
  }

  private async _write(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      throw explainWriteError(error, this._trans);
    }
  }

  private _rowsOf(threadId: string): MessageRows {
    const rows =
      this._rows.get(threadId) ?? new MessageRows(this._database, threadId);
    this._rows.delete(threadId);
    this._rows.set(threadId, rows);
    for (const other of [...this._rows.values()].slice(0, -THREADS_AT_HAND)) {
      other.forgetLists();
    }
    return rows;
  }
}

/** Number of threads whose messages are cached. */
const THREADS_AT_HAND = 4;

/** Sorts by graph and namespace, and within each by checkpoint, newest first. */
export function newestFirst(a: CheckpointKey, b: CheckpointKey): number {
  return compare(a[0], b[0]) || compare(a[1], b[1]) || -compare(a[2], b[2]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
