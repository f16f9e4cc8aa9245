import type { ICallRecord, ICellSnapshot, IEffectRecord } from '../../contract';

/** What a run did to one cell, from the first effect on it to the last. */
export interface ICellChange {
  id: string;
  made: boolean;
  /** Whether it was made in the place of an empty cell. */
  took: boolean;
  deleted: boolean;
  /** Whether it got another source. */
  written: boolean;
  moved: boolean;
  ran: boolean;
  /** As it was before the run first touched it; null for a cell that it made. */
  before: ICellSnapshot | null;
  /** Hash of the source the run left it with; null where it never had to know. */
  hash: string | null;
  /** Execution count the run left it with; undefined where it did not run. */
  count: number | null | undefined;
  /** Hash of the outputs the run left it with; undefined where nobody noted it. */
  outputs: string | undefined;
}

/** What a run did to one file. */
export interface IFileChange {
  path: string;
  /** null where the run made it, undefined where it was too large to keep. */
  before: string | null | undefined;
  /** Hash of the text the run left. */
  hash: string;
}

/** Every effect of some calls, in the order they were done. */
export function effectsOf(calls: readonly ICallRecord[]): IEffectRecord[] {
  return calls.flatMap(call => call.effects);
}

/** What calls did to cells; several effects on one cell are one change. */
export function cellChanges(
  calls: readonly ICallRecord[]
): Map<string, ICellChange> {
  const changes = new Map<string, ICellChange>();
  for (const { effects, outcome } of calls) {
    for (const effect of effects) {
      const id = 'cellId' in effect ? effect.cellId : null;
      if (id !== null) {
        const change = changes.get(id) ?? untouched(id);
        changes.set(id, change);
        note(change, effect);
      }
    }
    for (const [id, count] of Object.entries(outcome?.counts ?? {})) {
      const change = changes.get(id);
      if (change) {
        change.count = count;
        change.outputs = outcome?.outputs?.[id];
      }
    }
  }
  return changes;
}

/** What calls did to files. */
export function fileChanges(
  calls: readonly ICallRecord[]
): Map<string, IFileChange> {
  const changes = new Map<string, IFileChange>();
  for (const effect of effectsOf(calls)) {
    if (effect.kind === 'write') {
      const { path, hash } = effect;
      const first = changes.get(path) ?? effect;
      changes.set(path, { path, before: first.before, hash });
    }
  }
  return changes;
}

function untouched(id: string): ICellChange {
  return {
    id,
    made: false,
    took: false,
    deleted: false,
    written: false,
    moved: false,
    ran: false,
    before: null,
    hash: null,
    count: undefined,
    outputs: undefined
  };
}

function note(change: ICellChange, effect: IEffectRecord): void {
  switch (effect.kind) {
    case 'insert':
      change.made = true;
      change.took = effect.took !== undefined;
      change.hash = effect.hash;
      return;
    case 'source':
      change.written = true;
      change.hash = effect.hash;
      break;
    case 'run':
      change.ran = true;
      change.hash ??= effect.hash;
      break;
    case 'delete':
      change.deleted = true;
      break;
    case 'move':
      change.moved = true;
      return;
    default:
      return;
  }
  if (!change.made) {
    change.before ??= effect.before;
  }
}
