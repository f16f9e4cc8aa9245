import {
  BaseCheckpointSaver,
  TASKS,
  WRITES_IDX_MAP,
  copyCheckpoint,
  getCheckpointId,
  maxChannelVersion,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointPendingWrite,
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
  keysUnder,
  onlyKey,
  type IRow,
  type ITransaction
} from '../database/rows';
import {
  explainReadError,
  explainWriteError,
  goneCheckpoint
} from '../database/storage-errors';
import type { OnDamaged, ThreadDatabase } from '../database/thread-database';
import type {
  ICheckpointRow,
  StoredValue,
  ThreadStoreName
} from '../database/thread-schema';
import { ThreadMessages, UnreadableRecord, isMessage } from './thread-messages';
import { isRecord } from '../../contract/util/is-record';

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

/** A checkpoint as it was found; of its values only those without a version. */
interface IFoundCheckpoint {
  graph: string;
  namespace: string;
  row: ICheckpointRow;
  checkpoint: Checkpoint;
  metadata: CheckpointMetadata;
}

/**
 * LangGraph's checkpoints, in rows. The cost of a step does not grow with
 * the conversation: a channel is written once per version, a message once, and
 * a list of messages as ranges of their numbers.
 */
export class IndexedDBSaver extends BaseCheckpointSaver {
  private readonly _database: ThreadDatabase;
  private readonly _trans: ITranslator;
  private readonly _onDamaged: OnDamaged;
  /** By thread, with the most recently used at the end. */
  private readonly _messages = new Map<string, ThreadMessages>();

  /** @param onDamaged called for a thread that cannot be continued any more. */
  constructor(
    database: ThreadDatabase,
    trans: ITranslator = ENGLISH,
    onDamaged: OnDamaged = () => undefined
  ) {
    super();
    this._database = database;
    this._trans = trans;
    this._onDamaged = onDamaged;
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
    const id = getCheckpointId(config) || undefined;
    try {
      return await this._read(async () => {
        const found = await this._find(graph, namespaceOf(config), id);
        return found && this._tuple(found);
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
    const rows = await this._database.rows.salvage(
      'checkpoints',
      thread ? keysUnder(textOf('thread_id', thread)) : undefined,
      // It is read again below, where the error is thrown.
      () => undefined
    );
    const wanted = rows
      .map(({ key }) => key)
      .filter(
        ([, ns, id]) =>
          (namespace === undefined || ns === namespace) &&
          (!only || id === only) &&
          (!end || id < end)
      )
      .sort(newestFirst);
    let left = limit ?? Infinity;
    for (const [graph, ns, id] of wanted) {
      if (left <= 0) {
        return;
      }
      const tuple = await this._read(async () => {
        const found = await this._find(graph, ns, id);
        const fits =
          found &&
          Object.entries(filter ?? {}).every(
            ([key, value]) => Reflect.get(found.metadata, key) === value
          );
        return fits ? this._tuple(found) : undefined;
      });
      if (tuple) {
        left -= 1;
        yield tuple;
      }
    }
  }

  /**
   * Outlines of a branch's checkpoints, newest first; cheaper than reading all,
   * because of each value only whether it exists is read.
   *
   * @param from the oldest one wanted; all if absent.
   */
  async *outlines(at: IBranch, from = ''): AsyncGenerator<ICheckpointOutline> {
    const graph = graphThreadId(at);
    try {
      const nameOf = (channel: string, version: unknown): string =>
        `${channel} ${String(version)}`;
      const { lists, there, rows } = await this._database.read(
        ['checkpoints', 'values'],
        async tx => {
          const stored = await tx.list('values', keysUnder(graph, ''));
          return {
            lists: new Map(
              stored.flatMap(({ key: [, , channel, version], value }) =>
                channel === 'messages' && value !== undefined
                  ? [[nameOf(channel, version), value]]
                  : []
              )
            ),
            there: new Set(
              stored.flatMap(({ key: [, , channel, version], value }) =>
                value === '[]' && LISTS.has(channel)
                  ? []
                  : [nameOf(channel, version)]
              )
            ),
            rows: await tx.list('checkpoints', {
              lower: [graph, '', from],
              upper: [graph, '', []]
            })
          };
        }
      );
      for (const { key, value } of rows.reverse()) {
        const [, , id] = key;
        const { parent, checkpoint } = value as ICheckpointRow;
        const head = await this._head(id, checkpoint);
        const versions = Object.entries(head.channel_versions);
        const row = lists.get(
          nameOf('messages', head.channel_versions.messages)
        );
        const [messages] = await this._loadAll(graph, row ? [row] : []);
        if (messages !== undefined && !Array.isArray(messages)) {
          throw new UnreadableRecord(`messages of checkpoint ${id}`);
        }
        yield {
          id,
          parentId: parent,
          ts: head.ts,
          messages: messages ?? [],
          channels: [
            ...Object.keys(head.channel_values).filter(
              channel => !isEmptyList(head.channel_values[channel])
            ),
            ...versions.flatMap(([channel, version]) =>
              there.has(nameOf(channel, version)) ? [channel] : []
            )
          ]
        };
      }
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
    const { channel_values, ...head } = copyCheckpoint(checkpoint);
    // A channel that was never written has no version, and may have a default.
    const unwritten = Object.fromEntries(
      Object.entries(channel_values).filter(
        ([channel]) => !(channel in head.channel_versions)
      )
    );
    const id = textOf('checkpoint_id', head.id);
    const parent: string | null = config.configurable?.checkpoint_id ?? null;
    const changed = Object.entries(newVersions).filter(
      ([channel]) => channel_values[channel] !== undefined
    );
    await this._write(
      config,
      ['checkpoints', 'values'],
      [
        { ...head, channel_values: unwritten },
        metadata,
        ...changed.map(([channel]) => channel_values[channel])
      ],
      (tx, [headRow, metadataRow, ...rows]) => {
        for (const [at, [channel, version]] of changed.entries()) {
          tx.put('values', [graph, namespace, channel, version], rows[at]);
        }
        const row = { parent, checkpoint: headRow, metadata: metadataRow };
        tx.put('checkpoints', [graph, namespace, id], row);
      }
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
    await this._write(
      config,
      ['writes'],
      writes.map(([, value]) => value),
      async (tx, rows) => {
        for (const [at, [channel]] of writes.entries()) {
          const index = WRITES_IDX_MAP[channel] ?? at;
          const key: [string, string, string, string, number] = [
            graph,
            namespace,
            id,
            taskId,
            index
          ];
          // Only a task's interrupts and answers are overwritten.
          if (index < 0 || (await tx.get('writes', key)) === undefined) {
            tx.put('writes', key, { channel, value: rows[at] });
          }
        }
      }
    );
  }

  /** Deletes a branch, and with the first one the messages that all share. */
  async deleteThread(threadId: string): Promise<void> {
    const graph = textOf('thread_id', threadId);
    const { threadId: thread, branch } = branchOf(graph);
    const own = ['checkpoints', 'values', 'writes'] as const;
    await this._messagesOf(thread).queue.run(() =>
      this._database.write(thread, [...own, 'messages'], tx => {
        own.forEach(store => tx.delete(store, keysUnder(graph)));
        if (!branch) {
          tx.delete('messages', keysUnder(thread));
        }
      })
    );
    if (!branch) {
      this._messages.delete(thread);
    }
  }

  /**
   * Makes a checkpoint the first of another branch, without the interrupts that
   * were waiting at it. Later ids of tasks and interrupts are the same as in
   * the first branch.
   * @throws ThreadError if the checkpoint is no longer stored.
   */
  async fork(from: IBranch, checkpointId: string, to: IBranch): Promise<void> {
    const source = graphThreadId(from);
    const target = graphThreadId(to);
    const found = await this._read(() => this._find(source, '', checkpointId));
    if (!found) {
      throw goneCheckpoint(this._trans);
    }
    const { row, checkpoint } = found;
    await this._write(
      configOf(target, '', checkpointId),
      ['checkpoints', 'values'],
      [],
      async tx => {
        for (const [channel, version] of Object.entries(
          checkpoint.channel_versions
        )) {
          const value = await tx.get('values', [source, '', channel, version]);
          if (value) {
            tx.put('values', [target, '', channel, version], value);
          }
        }
        tx.put('checkpoints', [target, '', checkpointId], {
          ...row,
          parent: null
        });
      }
    );
  }

  private async _read<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw explainReadError(error, this._trans);
    }
  }

  /** Stores values and the messages in them in one transaction. */
  private async _write(
    config: CheckpointConfig,
    stores: readonly ThreadStoreName[],
    values: readonly unknown[],
    put: (tx: ITransaction, rows: StoredValue[]) => Promise<void> | void
  ): Promise<void> {
    const { threadId } = branchOf(config.configurable?.thread_id);
    const messages = this._messagesOf(threadId);
    try {
      await messages.queue.run(async () => {
        const added = new Map<number, object>();
        const rows = await Promise.all(
          values.map(value => this._dump(messages.pack(value, added)))
        );
        const messageRows = await Promise.all(
          [...added].map(
            async ([number, message]) =>
              [number, await this._dump(message)] as const
          )
        );
        try {
          await this._database.write(threadId, [...stores, 'messages'], tx => {
            for (const [number, row] of messageRows) {
              tx.put('messages', [threadId, number], row);
            }
            return put(tx, rows);
          });
        } catch (error) {
          messages.forget(added);
          this._messages.delete(threadId);
          throw error;
        }
      });
    } catch (error) {
      throw explainWriteError(error, this._trans);
    }
  }

  private _messagesOf(threadId: string): ThreadMessages {
    const fence = this._database.fence(threadId);
    let messages = this._messages.get(threadId);
    if (!messages || messages.fence !== fence) {
      messages = new ThreadMessages(fence);
    }
    this._messages.delete(threadId);
    this._messages.set(threadId, messages);
    for (const id of [...this._messages.keys()].slice(0, -THREADS_AT_HAND)) {
      this._messages.delete(id);
    }
    return messages;
  }

  private async _dump(value: unknown): Promise<StoredValue> {
    const [type, data] = await this.serde.dumpsTyped(value);
    return type === 'bytes' ? data : new TextDecoder().decode(data);
  }

  private async _load(stored: StoredValue | undefined): Promise<unknown> {
    if (typeof stored === 'string') {
      return this.serde.loadsTyped('json', stored);
    }
    if (!ArrayBuffer.isView(stored)) {
      throw new UnreadableRecord('a record has no value');
    }
    return this.serde.loadsTyped('bytes', stored);
  }

  /** Values with their messages. */
  private async _loadAll(
    graph: string,
    stored: readonly StoredValue[]
  ): Promise<unknown[]> {
    const { threadId } = branchOf(graph);
    return this._messagesOf(threadId).unpack(
      await Promise.all(stored.map(value => this._load(value))),
      async numbers => {
        const rows = await this._database.read(['messages'], tx =>
          tx.list('messages', {
            lower: [threadId, Math.min(...numbers)],
            upper: [threadId, Math.max(...numbers)]
          })
        );
        const wanted = new Set(numbers);
        return new Map(
          await Promise.all(
            rows.flatMap(({ key: [, number], value }) =>
              wanted.has(number) ? [this._message(number, value)] : []
            )
          )
        );
      }
    );
  }

  private async _message(
    number: number,
    row: StoredValue | undefined
  ): Promise<[number, object]> {
    const message = await this._load(row);
    if (!isMessage(message)) {
      throw new UnreadableRecord(`message ${number}`);
    }
    return [number, message];
  }

  /** The newest in the namespace if no id is given. */
  private async _find(
    graph: string,
    namespace: string,
    id?: string
  ): Promise<IFoundCheckpoint | undefined> {
    const found = await this._database.read(['checkpoints'], tx =>
      tx.last(
        'checkpoints',
        id ? onlyKey([graph, namespace, id]) : keysUnder(graph, namespace)
      )
    );
    if (!found?.value) {
      return undefined;
    }
    const { value: row, key } = found;
    const [checkpoint, metadata] = await Promise.all([
      this._head(key[2], row.checkpoint),
      this._load(row.metadata)
    ]);
    if (!isRecord(metadata)) {
      throw new UnreadableRecord(`checkpoint ${key[2]}`);
    }
    return {
      graph,
      namespace,
      row,
      checkpoint,
      metadata: metadata as CheckpointMetadata
    };
  }

  /** The checkpoint with this id, with the values that have no version. */
  private async _head(id: string, stored: StoredValue): Promise<Checkpoint> {
    const head = await this._load(stored);
    if (
      !isRecord(head) ||
      head.id !== id ||
      !isRecord(head.channel_versions) ||
      !isRecord(head.channel_values) ||
      !isRecord(head.versions_seen)
    ) {
      throw new UnreadableRecord(`checkpoint ${id}`);
    }
    return head as unknown as Checkpoint;
  }

  private async _tuple({
    graph,
    namespace,
    row,
    checkpoint,
    metadata
  }: IFoundCheckpoint): Promise<CheckpointTuple> {
    const { id } = checkpoint;
    const channels = Object.entries(checkpoint.channel_versions);
    // Before version 4, pending sends were stored with the parent.
    const sender = checkpoint.v < 4 ? row.parent : null;
    const [rows, writes, sends] = await this._database.read(
      ['values', 'writes'],
      tx =>
        Promise.all([
          Promise.all(
            channels.map(([channel, version]) =>
              tx.get('values', [graph, namespace, channel, version])
            )
          ),
          tx.list('writes', keysUnder(graph, namespace, id)).then(writesIn),
          sender === null
            ? null
            : tx
                .list('writes', keysUnder(graph, namespace, sender))
                .then(writesIn)
        ])
    );
    // A channel that was never written at its version is left out.
    const values = rows.flatMap((value, at) =>
      value === undefined ? [] : [{ channel: channels[at][0], value }]
    );
    const sent = sends?.filter(({ channel }) => channel === TASKS) ?? [];
    const loaded = await this._loadAll(
      graph,
      [...values, ...writes, ...sent].map(({ value }) => value)
    );
    const take = (count: number): unknown[] => loaded.splice(0, count);
    const valuesNow = take(values.length);
    const whole: Checkpoint = {
      ...checkpoint,
      channel_values: {
        ...checkpoint.channel_values,
        ...Object.fromEntries(
          values.map(({ channel }, at) => [channel, valuesNow[at]])
        )
      }
    };
    const writesNow = take(writes.length);
    if (sends) {
      // As LangGraph's own savers do.
      const versions = Object.values(checkpoint.channel_versions);
      whole.channel_values[TASKS] = loaded;
      whole.channel_versions[TASKS] = versions.length
        ? maxChannelVersion(...versions)
        : 1;
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
}

function writesIn(
  rows: readonly IRow<'writes'>[]
): { task: string; channel: string; value: StoredValue }[] {
  return rows.flatMap(({ key: [, , , task], value }) =>
    value ? [{ ...value, task }] : []
  );
}

/** Channels that hold a list, which is nothing if it is empty. */
const LISTS: ReadonlySet<string> = new Set(['messages', TASKS]);

/** Number of threads whose messages are cached. */
const THREADS_AT_HAND = 4;

type CheckpointKey = [graph: string, namespace: string, id: string];

/** Sorts by graph and namespace, and within each by checkpoint, newest first. */
function newestFirst(a: CheckpointKey, b: CheckpointKey): number {
  return compare(a[0], b[0]) || compare(a[1], b[1]) || -compare(a[2], b[2]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** LangGraph's `RunnableConfig`. */
type CheckpointConfig = Parameters<BaseCheckpointSaver['getTuple']>[0];

function configOf(
  graph: string,
  namespace: string,
  id: string
): CheckpointConfig {
  return {
    configurable: {
      thread_id: graph,
      checkpoint_ns: namespace,
      checkpoint_id: id
    }
  };
}

function namespaceOf(config: CheckpointConfig): string {
  const namespace: unknown = config.configurable?.checkpoint_ns ?? '';
  return namespace === '' ? '' : textOf('checkpoint_ns', namespace);
}

/** The error is for programmers: nothing a person does leads here. */
function textOf(field: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') {
    throw new Error(
      `A checkpoint needs "${field}" in its config, a string; it was ${JSON.stringify(value)}.`
    );
  }
  return value;
}
