import {
  reviewLevel,
  type AgentMode,
  type IBranch,
  type IJournal,
  type ReviewLevel
} from '../../contract';
import {
  newMemory,
  OFFER_REASONS,
  type OfferReason
} from '../run-context/agent-memory';

/**
 * Prefix of a name that no page has shown to the panel yet; no id contains it.
 */
const UNTOLD = '?';

/**
 * What the model has learnt in a thread, stored as separate facts: a step
 * writes only what it has changed.
 */
export class AgentMemoryStore {
  readonly memory = newMemory();

  private readonly _journal: IJournal;
  private _kept: Record<string, string> = {};
  constructor(journal: IJournal) {
    this._journal = journal;
  }

  /** The stored form of a name that was not shown in this branch's log. */
  static untold(name: string): string {
    return `${UNTOLD}${name.replace(UNTOLD, '')}`;
  }

  async load(at: IBranch): Promise<void> {
    const facts = await this._journal.remembered(at);
    const { memory } = this;
    memory.seen = {};
    memory.created.clear();
    memory.names.clear();
    memory.namesTold.clear();
    memory.documents.clear();
    memory.epoch = facts.epoch ?? '';
    memory.described = facts.told;
    memory.cells = facts.cells;
    memory.emptyCell = facts.spot || undefined;
    memory.mode = facts.mode as AgentMode | undefined;
    memory.plan = facts.plan || undefined;
    memory.level = levelOf(facts.level);
    memory.undone = lines(facts.undone);
    memory.offered.clear();
    lines(facts.offered).forEach(line => {
      const [name, why] = line.split(' ');
      memory.offered.set(name, reasonOf(why));
    });
    memory.used.clear();
    lines(facts.used).forEach(name => memory.used.add(name));
    const created: [cellId: string, place: number][] = [];
    for (const [key, value] of Object.entries(facts)) {
      const [kind, cellId] = split(key);
      if (kind === 'seen') {
        memory.seen[cellId] = value;
      } else if (kind === 'made') {
        created.push([cellId, Number(value)]);
      } else if (kind === 'document') {
        memory.documents.set(cellId, value);
      } else if (kind === 'name') {
        const name = value.replace(UNTOLD, '');
        memory.names.set(cellId, name);
        if (name === value) {
          memory.namesTold.add(cellId);
        }
      }
    }
    created
      .sort(([, one], [, other]) => one - other)
      .forEach(([cellId]) => memory.created.add(cellId));
    this._kept = facts;
  }

  /**
   * Stores what has changed since the last time; it is durable once this
   * resolves.
   */
  async keep(at: IBranch): Promise<void> {
    const changed: Record<string, string> = {};
    for (const [key, value] of this._facts()) {
      if ((this._kept[key] ?? '') !== value) {
        changed[key] = value;
      }
    }
    if (Object.keys(changed).length > 0) {
      await this._journal.remember(at, changed);
      Object.assign(this._kept, changed);
    }
  }

  private *_facts(): Generator<[string, string]> {
    const {
      seen,
      created,
      emptyCell,
      names,
      namesTold,
      epoch,
      described,
      undone,
      cells
    } = this.memory;
    const { plan, level, mode, offered, used, documents } = this.memory;
    for (const [cellId, hash] of Object.entries(seen)) {
      yield [`seen:${cellId}`, hash];
    }
    // Facts are returned in any order, and the next cell must come after the
    // last one.
    let place = 0;
    for (const cellId of created) {
      yield [`made:${cellId}`, String(place++)];
    }
    for (const [cellId, name] of names) {
      // A name that equals the id need not be stored.
      if (name !== cellId) {
        yield [
          `name:${cellId}`,
          namesTold.has(cellId) ? name : AgentMemoryStore.untold(name)
        ];
      }
    }
    for (const [name, id] of documents) {
      yield [`document:${name}`, id];
    }
    yield ['spot', emptyCell ?? ''];
    yield ['epoch', epoch];
    yield ['plan', plan ?? ''];
    yield ['level', level ?? ''];
    yield ['undone', undone.join('\n')];
    yield ['offered', Array.from(offered, each => each.join(' ')).join('\n')];
    yield ['used', [...used].join('\n')];
    if (described !== undefined) {
      yield ['told', described];
    }
    if (mode !== undefined) {
      yield ['mode', mode];
    }
    if (cells !== undefined) {
      yield ['cells', cells];
    }
  }
}

function lines(fact = ''): string[] {
  return fact.split('\n').filter(each => each);
}

/**
 * A reason that only a later version knows becomes "found"; it makes no
 * difference here.
 */
function reasonOf(why: string): OfferReason {
  return OFFER_REASONS.find(each => each === why) ?? 'found';
}

/** A level that only a later version knows means that everything is asked. */
function levelOf(fact = ''): ReviewLevel | undefined {
  return fact === ''
    ? undefined
    : (reviewLevel.options.find(each => each === fact) ?? 'cell');
}

/** `seen:<cell>` → `seen` and the cell, whose id may contain anything. */
function split(key: string): [kind: string, rest: string] {
  const colon = key.indexOf(':');
  return colon < 0 ? [key, ''] : [key.slice(0, colon), key.slice(colon + 1)];
}
