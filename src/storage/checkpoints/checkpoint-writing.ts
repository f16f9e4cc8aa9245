import type { SerializerProtocol } from '@langchain/langgraph-checkpoint';

import { branchOf } from '../../contract';
import type {
  StoredValue,
  ThreadStoreName,
  ThreadWrite
} from '../database/thread-schema';
import type { ThreadDatabase } from '../database/thread-database';
import type { MustHold } from '../database/thread-database';
import { StaleKeys, type MessageRows, type SharedWrite } from './message-rows';
import { takeOutMessages, toStored } from './to-stored';
import { unawaited } from '../database/unawaited';

export interface ICheckpointWritingOptions {
  database: ThreadDatabase;
  serde: SerializerProtocol;
  /** What is known about a thread's messages. */
  rowsOf(threadId: string): MessageRows;
  /** Something that nobody waited for could not be stored. */
  onLost(threadId: string): void;
}

export interface ICheckpointWriteOptions {
  /**
   * Resolves once queued, if possible. That requires that this tab drives the
   * thread, because only then can no other tab assign the same keys.
   */
  isBehind?: boolean;
  /** Called once it is queued, or stored if it is waited for. */
  onQueued?(): unknown;
}

/** Makes rows before the transaction, and returns how to store them. */
export type PrepareRows<S extends ThreadStoreName> = (
  encode: (value: unknown) => Promise<StoredValue>
) => Promise<(tx: ThreadWrite<(S | 'fences')[]>) => Promise<void> | void>;

/** Writes rows of a thread together with the messages they refer to. */
export class CheckpointWriting {
  private readonly _turns = new Map<string, Promise<unknown>>();

  constructor(readonly options: ICheckpointWritingOptions) {}

  /**
   * Writes in one transaction, all or nothing.
   */
  write<S extends ThreadStoreName>(
    graph: string,
    stores: S[],
    prepare: PrepareRows<S>,
    { isBehind = false, onQueued }: ICheckpointWriteOptions = {}
  ): Promise<void> {
    const { threadId } = branchOf(graph);
    const { database, serde, rowsOf, onLost } = this.options;
    const once = async (): Promise<void> => {
      const rows = rowsOf(threadId);
      const isOurs = await rows.follow(database.fence(threadId));
      const draft = await rows.draft();
      const put = await prepare(value =>
        toStored(serde, takeOutMessages(value, draft))
      );
      const messages = await Promise.all(
        draft.messages.map(
          async ([message, key]) =>
            [key, await toStored(serde, message)] as const
        )
      );
      const shared: ThreadStoreName[] = [...stores, 'messages', 'lists'];
      const act = async (
        all: ThreadWrite<ThreadStoreName[]>,
        mustHold: MustHold
      ): Promise<void> => {
        const tx = all as unknown as SharedWrite;
        draft.check(tx, mustHold);
        for (const [key, row] of messages) {
          unawaited([tx.objectStore('messages').put(row, [threadId, key])]);
        }
        for (const { id, row } of draft.lists) {
          unawaited([tx.objectStore('lists').put(row, [threadId, id])]);
        }
        await put(all as unknown as ThreadWrite<(S | 'fences')[]>);
      };
      if (!isBehind || !isOurs) {
        await database.write<ThreadStoreName, void>(threadId, shared, act, {
          dependent: true
        });
        draft.stored();
        onQueued?.();
        return;
      }
      database.writeBehind<ThreadStoreName>(threadId, shared, act, () => {
        rows.forget();
        onLost(threadId);
      });
      draft.stored();
      // Before anything can tell that it was lost.
      onQueued?.();
      await database.room();
    };
    return this.turn(threadId, async () => {
      try {
        await once();
      } catch (error) {
        if (!(error instanceof StaleKeys)) {
          throw error;
        }
        await rowsOf(threadId).refresh();
        await once();
      }
    });
  }

  /**
   * Runs one after the other within a thread, because each builds on the
   * previous one's keys.
   */
  turn<T>(threadId: string, act: () => Promise<T>): Promise<T> {
    const turn = (this._turns.get(threadId) ?? Promise.resolve()).then(
      act,
      act
    );
    this._turns.set(threadId, turn);
    const end = (): void => {
      if (this._turns.get(threadId) === turn) {
        this._turns.delete(threadId);
      }
    };
    turn.then(end, end);
    return turn;
  }
}
