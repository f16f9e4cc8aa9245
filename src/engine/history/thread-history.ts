import {
  ThreadError,
  graphThreadId,
  planFileKey,
  type AgentEvent,
  type IAuditEntry,
  type IBranch,
  type IBranchRecord,
  type ICallRecord,
  type ICheckpointDifference,
  type ICheckpointInfo,
  type ICheckpointView,
  type IImageStore,
  type IJournal,
  type IThreadHistory,
  type IThreads,
  type IToolImage,
  type ITranslator,
  type IUndoPreview,
  type PlanResults,
  cellMark,
  hashText,
  type IEffectRecord
} from '../../contract';
import type { IndexedDBSaver } from '../../storage';
import { auditOf } from './audit';
import { branchLineage } from './branch-lineage';
import {
  momentsOf,
  timelineOf,
  type ICheckpointSummary,
  shorten,
  answerOf,
  isGivenAnswer,
  messagesOf,
  saidIn,
  wordsOf,
  type ICallWords
} from './timeline';
import {
  AIMessage,
  HumanMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';
import type { CheckpointTuple } from '@langchain/langgraph/web';
import { textOf } from '../model/message-parts';
import { openEnvelope } from '../calls/envelope';
import { lastTodos } from '../model/open-todos';

interface IThreadHistoryOptions {
  journal: IJournal;
  images: Pick<IImageStore, 'get'>;
  saver: IndexedDBSaver;
  /** Lists the branches; if not given, each thread has only one. */
  threads?: Pick<IThreads, 'get'>;
  trans: ITranslator;
  /** See `undo`; null if a run changed nothing. */
  previewUndo(threadId: string, runId: string): Promise<IUndoPreview | null>;
}

/** A lineage of branches with everything that is stored for it. */
interface ILine {
  timeline: ICheckpointInfo[];
  events: AgentEvent[];
  calls: ICallRecord[];
}

/** The history of a thread, read from storage without changing anything. */
export class ThreadHistory implements IThreadHistory {
  /**
   * Checkpoints never change, so those already read are cached by LangGraph
   * thread.
   */
  private readonly _seen = new Map<string, ICheckpointSummary[]>();

  constructor(private readonly _options: IThreadHistoryOptions) {}

  /** The moments of the current branch, from the thread's beginning. */
  async timeline(threadId: string): Promise<ICheckpointInfo[]> {
    const { branch } = await this._branches(threadId);
    return (await this._line({ threadId, branch })).timeline;
  }

  async checkpoint(threadId: string, id: string): Promise<ICheckpointView> {
    const found = await this._find(threadId, id);
    return this._view(threadId, found);
  }

  async compare(
    threadId: string,
    from: string,
    to: string
  ): Promise<ICheckpointDifference[]> {
    const [one, other] = [
      await this._find(threadId, from),
      await this._find(threadId, to)
    ];
    return compareCheckpoints(
      await this._view(threadId, one),
      await this._view(threadId, other),
      this._options.trans
    );
  }

  previewUndo(threadId: string, runId: string): Promise<IUndoPreview | null> {
    return this._options.previewUndo(threadId, runId);
  }

  attachment(threadId: string, id: string): Promise<IToolImage | undefined> {
    return this._options.images.get(threadId, id);
  }

  /** The file as the current lineage left it. */
  async planFile(
    threadId: string,
    plan: string,
    file: PlanResults
  ): Promise<string | undefined> {
    const { journal } = this._options;
    const key = planFileKey(plan, file);
    const { branch, branches } = await this._branches(threadId);
    const line = branchLineage({ threadId, branch }, branches);
    for (const { at } of line.reverse()) {
      const facts = await journal.remembered(at);
      if (key in facts) {
        return facts[key];
      }
    }
    return undefined;
  }

  /**
   * Covers all branches: what was done in an abandoned branch was still done.
   */
  async audit(threadId: string): Promise<IAuditEntry[]> {
    const { journal, trans } = this._options;
    const { branches } = await this._branches(threadId);
    const events: AgentEvent[] = [];
    const calls: ICallRecord[] = [];
    const own = branches.length > 0 ? branches : [{ id: '', events: 0 }];
    for (const { id: branch, events: before } of own) {
      const at = { threadId, branch };
      // Events before the branch's own first event are in the log of its
      // parent.
      events.push(...(await journal.shown(at)).slice(before));
      calls.push(...(await journal.calls(at)));
    }
    return auditOf({ events, calls, branches, trans });
  }

  private async _branches(
    threadId: string
  ): Promise<{ branch: string; branches: IBranchRecord[] }> {
    const record = await this._options.threads?.get(threadId);
    return {
      branch: record?.branch ?? '',
      branches: record?.branches ?? []
    };
  }

  /**
   * The lineage that ends in a branch: the branch, preceded by those it was
   * forked from.
   */
  private async _line(at: IBranch): Promise<ILine> {
    const { threadId } = at;
    const { journal, trans } = this._options;
    const { branches } = await this._branches(threadId);
    const moments: (ICheckpointSummary & { branch: string })[] = [];
    const calls: ICallRecord[] = [];
    for (const { at: own, until } of branchLineage(at, branches)) {
      const { branch } = own;
      const all = withoutFork(await this._moments(own), moments);
      const end = until === null ? -1 : all.findIndex(({ id }) => id === until);
      const upToFork = end < 0 ? all : all.slice(0, end + 1);
      moments.push(...upToFork.map(moment => ({ ...moment, branch })));
      const records = await journal.calls(own);
      const fork = until === null ? null : upToFork.at(-1);
      calls.push(
        ...(fork
          ? records.filter(({ intent }) => (intent?.time ?? 0) <= fork.time)
          : records)
      );
    }
    const events = await journal.shown(at);
    return { timeline: timelineOf(moments, events, trans), events, calls };
  }

  private async _moments(at: IBranch): Promise<ICheckpointSummary[]> {
    const key = graphThreadId(at);
    const moments = await momentsOf(
      this._options.saver,
      at,
      this._seen.get(key)
    );
    this._seen.set(key, moments);
    return moments;
  }

  /** Looks in the current branch first, then in the others. */
  private async _find(
    threadId: string,
    id: string
  ): Promise<{ info: ICheckpointInfo; line: ILine }> {
    const { branch, branches } = await this._branches(threadId);
    const all = [branch, ...branches.map(each => each.id)];
    for (const each of new Set(all)) {
      const line = await this._line({ threadId, branch: each });
      const info = line.timeline.find(moment => moment.id === id);
      if (info) {
        return { info, line };
      }
    }
    throw new ThreadError(
      this._options.trans.__(
        'This point in the conversation is no longer stored.'
      )
    );
  }

  private async _view(
    threadId: string,
    { info, line }: { info: ICheckpointInfo; line: ILine }
  ): Promise<ICheckpointView> {
    const { branch, id } = info;
    const tuple = await this._options.saver.getTuple({
      configurable: {
        thread_id: graphThreadId({ threadId, branch }),
        checkpoint_ns: '',
        checkpoint_id: id
      }
    });
    if (!tuple) {
      throw new ThreadError(
        this._options.trans.__(
          'This point in the conversation is no longer stored.'
        )
      );
    }
    return checkpointView({ info, tuple, ...line });
  }
}

/**
 * A branch that begins before a message sent between two steps starts with a
 * copy that holds this message, and removes it at once. That moment is left out
 * of both branches.
 *
 * @param before the moments of the parent branch; the last one is the fork.
 */
function withoutFork<T extends ICheckpointSummary>(
  own: ICheckpointSummary[],
  before: T[]
): ICheckpointSummary[] {
  const [copy, next] = own;
  if (next && copy.id === before.at(-1)?.id && next.messages < copy.messages) {
    before.pop();
    return own.slice(1);
  }
  return own;
}

type Line = ICheckpointDifference['lines'][number];

/** Only what differs between two moments of a conversation. */
function compareCheckpoints(
  from: ICheckpointView,
  to: ICheckpointView,
  trans: ITranslator
): ICheckpointDifference[] {
  const conversation = (
    view: ICheckpointView,
    text: (entry: ICheckpointView['conversation'][number]) => string
  ): Map<string, string> =>
    new Map(view.conversation.map(entry => [entry.id, text(entry)]));
  // Compares the whole texts; the lines that are shown are shortened.
  const whole = ({ text }: { text: string }): string => text;
  const roles = {
    person: trans.__('You'),
    model: trans.__('Cellwright'),
    tool: trans.__('Result')
  };
  const [was, is] = [from, to].map(view =>
    conversation(view, ({ role, text }) => `${roles[role]}: ${shorten(text)}`)
  );
  const states: Record<string, string | undefined> = {
    pending: trans.__('to do'),
    in_progress: trans.__('in progress'),
    completed: trans.__('done')
  };
  const todos = ({ todos: each }: ICheckpointView): Map<string, string> =>
    new Map(each.map(({ content, status }) => [content, status]));
  const fields: ICheckpointDifference[] = [
    {
      field: 'conversation',
      lines: changes(
        conversation(from, whole),
        conversation(to, whole),
        id => (is.get(id) ?? was.get(id)) as string
      )
    },
    {
      field: 'todos',
      lines: changes(todos(from), todos(to), (content, ...beforeAndAfter) => {
        const steps = beforeAndAfter.filter(state => state !== undefined);
        return `${content}: ${steps.map(state => states[state] ?? state).join(' → ')}`;
      })
    },
    {
      field: 'cells',
      lines: changes(
        new Map(Object.entries(from.cells)),
        new Map(Object.entries(to.cells)),
        cellId => cellMark(cellId)
      )
    }
  ];
  return fields.filter(({ lines }) => lines.length > 0);
}

/** In the order of the later moment; what was removed comes last. */
function changes(
  from: ReadonlyMap<string, string>,
  to: ReadonlyMap<string, string>,
  text: (key: string, was: string | undefined, is: string | undefined) => string
): Line[] {
  return [...new Set([...to.keys(), ...from.keys()])].flatMap(key => {
    const was = from.get(key);
    const is = to.get(key);
    if (was === is) {
      return [];
    }
    const change =
      was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
    return [{ change, text: text(key, was, is) }];
  });
}

/** What a thread held at a checkpoint, with what is stored beside it. */
function checkpointView({
  info,
  tuple,
  events,
  calls
}: {
  info: ICheckpointInfo;
  tuple: CheckpointTuple;
  /** The display log of the lineage that holds the checkpoint. */
  events: readonly AgentEvent[];
  /** The journal of that lineage. */
  calls: readonly ICallRecord[];
}): ICheckpointView {
  const messages = messagesOf(tuple);
  const values = tuple.checkpoint.channel_values;
  const words = wordsOf(events);
  return {
    ...info,
    conversation: messages.flatMap((message, index) =>
      entryOf(message, index, words)
    ),
    todos: (values.todos as ICheckpointView['todos']) ?? lastTodos(messages),
    cells: cellsAt(info.time, calls)
  };
}

/**
 * What was said, and what was done as sentences: results as the lines of their
 * calls show them.
 */
function entryOf(
  message: BaseMessage,
  index: number,
  { proposed, finished }: ICallWords
): ICheckpointView['conversation'] {
  const id = message.id ?? String(index);
  if (HumanMessage.isInstance(message)) {
    return [{ role: 'person', text: saidIn(message), id }];
  }
  if (ToolMessage.isInstance(message)) {
    // The call already says it.
    return isGivenAnswer(message)
      ? []
      : [
          {
            role: 'tool',
            text: finished.get(message.tool_call_id) || resultIn(message.text),
            id
          }
        ];
  }
  if (AIMessage.isInstance(message)) {
    const calls = (message.tool_calls ?? []).map(
      call =>
        answerOf(call) ??
        (proposed.get(call.id ?? '') ||
          `${call.name} ${JSON.stringify(call.args)}`)
    );
    const text = [textOf(message), ...calls].filter(Boolean).join('\n');
    return [{ role: 'model', text, id }];
  }
  return [];
}

/** The text of a tool's answer, without the marks around data for the model. */
function resultIn(text: string): string {
  const opened = openEnvelope(text);
  return opened ? `${opened.before}${opened.inside}` : text;
}

/**
 * Hash of each cell that the agent touched, as it was at a time. The content
 * before an effect is stored with it, so cells that were first touched later
 * are known too.
 */
function cellsAt(
  time: number,
  calls: readonly ICallRecord[]
): Record<string, string> {
  const cells: Record<string, string> = {};
  const touched = new Set<string>();
  const effects = calls
    .flatMap(call => call.effects)
    .sort((one, other) => one.time - other.time);
  for (const effect of effects) {
    const cellId = 'cellId' in effect ? effect.cellId : null;
    if (cellId === null) {
      continue;
    }
    if (effect.time <= time) {
      const hash = hashAfter(effect);
      if (hash === null) {
        delete cells[cellId];
      } else if (hash !== undefined) {
        cells[cellId] = hash;
      }
    } else if (!touched.has(cellId) && !(cellId in cells)) {
      const before = 'before' in effect ? effect.before : null;
      if (before && typeof before === 'object') {
        cells[cellId] = hashText(before.source);
      }
    }
    touched.add(cellId);
  }
  return cells;
}

/**
 * Hash of the source a cell has after an effect; null if the cell is gone,
 * undefined if its source stays the same.
 */
function hashAfter(effect: IEffectRecord): string | null | undefined {
  switch (effect.kind) {
    case 'insert':
    case 'source':
    case 'run':
      return effect.hash;
    case 'delete':
      return null;
    default:
      return undefined;
  }
}
