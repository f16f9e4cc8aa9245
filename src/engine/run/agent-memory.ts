import type { AgentMode, IBranch, IJournal, ReviewLevel } from '../../contract';

/** What an agent has learnt about a notebook; lives as long as the thread. */
export interface IAgentMemory extends IOfferMemory {
  /** Hash of each cell's source when the model last read it. */
  seen: Record<string, string>;
  /** Cells that the agent made. */
  created: Set<string>;
  /**
   * The empty cell the person was in when they sent their last message, then
   * the last cell made since; see `IToolContext`.
   */
  nextPlace?: string;
  /** The model's short names for cells, by id; see `CellNames`. */
  names: Map<string, string>;
  /** Cells whose names this page has told the panel; not stored. */
  namesTold: Set<string>;
  /** The kernel epoch that the model knows of. */
  epoch: string;
  /** Path of the notebook that the last message in the graph described. */
  described?: string;
  /**
   * The cells of that notebook as the model knows them; see `knownCells`. Unset
   * where that is not known: the next message describes the notebook again.
   */
  cells?: string;
  /** What the person has undone and the model was not told yet. */
  undone: string[];
  /** Documents that the person attached, by name: their ids in the image store. */
  documents: Map<string, string>;
  /** The mode of the person's last message. */
  mode?: AgentMode;
  /** Id of the plan in progress. */
  plan?: string;
  /** How much that plan asks for while it runs. */
  level?: ReviewLevel;
}

/** The memory of a new thread. */
export function newMemory(): IAgentMemory {
  return {
    seen: {},
    created: new Set(),
    names: new Map(),
    namesTold: new Set(),
    epoch: '',
    undone: [],
    documents: new Map(),
    offered: new Map(),
    used: new Set()
  };
}

/**
 * Why a tool that is not ours is offered: it was used in this conversation, it
 * fits the message or the current todo, `find_tools` found it, or it was
 * added during the run.
 */
export type OfferReason = 'used' | 'message' | 'plan' | 'found' | 'new';

/** The part of the offer that is stored with the conversation. */
export interface IOfferMemory {
  /** Tools that were offered in the run for a reason, in order. */
  offered: Map<string, OfferReason>;
  /** Tools that were used in this conversation, without ours. */
  used: Set<string>;
}

/** What is stored, each field as JSON under its name. */
const STORED = [
  'seen',
  'created',
  'nextPlace',
  'names',
  'epoch',
  'described',
  'cells',
  'undone',
  'documents',
  'mode',
  'plan',
  'level',
  'offered',
  'used'
] as const satisfies readonly (keyof IAgentMemory)[];

/** What holds in a branch too, from the branch that it was forked from. */
const INHERITED = ['epoch', 'mode', 'created', 'documents', 'names'];

/**
 * What the model has learnt in a thread; a step stores only the fields that it
 * has changed.
 */
export class AgentMemoryStore {
  readonly memory = newMemory();
  private _kept: Record<string, string> = {};

  constructor(private readonly _journal: IJournal) {}

  async load(at: IBranch): Promise<void> {
    this._kept = await this._journal.remembered(at);
    const empty = newMemory();
    this.memory.namesTold.clear();
    for (const field of STORED) {
      const stored = this._kept[field];
      const value: unknown = stored ? JSON.parse(stored) : undefined;
      const now = this.memory[field];
      if (now instanceof Set) {
        now.clear();
        (value as string[] | undefined)?.forEach(each => now.add(each));
      } else if (now instanceof Map) {
        now.clear();
        (value as [string, never][] | undefined)?.forEach(([key, each]) =>
          now.set(key, each)
        );
      } else {
        Object.assign(this.memory, { [field]: value ?? empty[field] });
      }
    }
  }

  /**
   * Stores what has changed since the last time; it is durable once this
   * resolves.
   */
  async keep(at: IBranch): Promise<void> {
    const changed: Record<string, string> = {};
    for (const field of STORED) {
      const value = this.memory[field];
      const text =
        JSON.stringify(
          value instanceof Set || value instanceof Map ? [...value] : value
        ) ?? '';
      if ((this._kept[field] ?? '') !== text) {
        changed[field] = text;
      }
    }
    if (Object.keys(changed).length > 0) {
      await this._journal.remember(at, changed);
      Object.assign(this._kept, changed);
    }
  }
}

/**
 * Copies what holds in a branch too: what the model made, what was attached, the
 * names of cells, and that it was told of the notebook. What it has read is left
 * out, so it is read again: it may have changed since the fork.
 *
 * @param begins whether the branch begins empty.
 */
export async function inheritMemory(
  journal: IJournal,
  from: IBranch,
  to: IBranch,
  begins: boolean
): Promise<void> {
  const known = await journal.remembered(from);
  const fields = begins ? INHERITED : [...INHERITED, 'described'];
  await journal.remember(
    to,
    Object.fromEntries(
      fields.flatMap(field => (field in known ? [[field, known[field]]] : []))
    )
  );
}
