import { v4 as uuid } from '@langchain/core/utils/uuid';
import type {
  IBranch,
  IForkCommand,
  IStartCommand,
  IBranchRecord,
  IJournal
} from '../../contract';
import { answerOpenCalls } from '../run/answer-open-calls';
import { findForkPoint, type IForkPoint } from './find-fork-point';
import type { AgentGraph } from '../run/middleware-chain';
import { idleGraph } from '../run/create-run';
import type { RunManager } from '../run/run-manager';
import { readGraphPosition } from '../run/graph-position';
import type { IThreadContext } from '../thread-context/thread-context';
import { RemoveMessage } from '@langchain/core/messages';
import type { IndexedDBSaver } from '../../storage';
import { AgentMemoryStore } from '../thread-context/agent-memory-store';
import { graphConfig } from '../run-context/graph-config';

/**
 * The branches of a thread, one of which is current. Used only while no run is
 * active.
 */
export class Branches {
  private readonly _state: IThreadContext;
  private readonly _runs: RunManager;

  constructor(state: IThreadContext, runs: RunManager) {
    this._state = state;
    this._runs = runs;
  }

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
    const point = await findForkPoint(
      {
        saver: parts.checkpointer,
        journal: parts.journal,
        at: log.at,
        branches: record.current?.branches ?? [],
        fromFile
      },
      from
    );
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
    const { parts, log } = this._state;
    return this._runs.graph ?? (await idleGraph(parts, log.at));
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

/**
 * Copies the memory that holds in a branch too: what the model made, what was
 * attached, the names of cells, and that it was told of the notebook. What it
 * has read is left out, so it is read again: it may have changed since the
 * fork.
 */
export async function inheritMemory(
  journal: IJournal,
  from: IBranch,
  to: IBranch,
  begins: boolean
): Promise<void> {
  const known = Object.entries(await journal.remembered(from));
  const facts = known.filter(
    ([key]) =>
      key === 'epoch' ||
      key === 'mode' ||
      key.startsWith('made:') ||
      key.startsWith('document:') ||
      (key === 'told' && !begins)
  );
  // The messages that introduced these names may come after the fork.
  const names = known
    .filter(([key]) => key.startsWith('name:'))
    .map(([key, name]) => [key, AgentMemoryStore.untold(name)] as const);
  await journal.remember(to, Object.fromEntries([...facts, ...names]));
}
