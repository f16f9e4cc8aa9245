import type { ICallRecord, ICellSnapshot, IEffectRecord } from '../../contract';

/** What a run did to one cell, all effects together. */
export interface ICellChange {
  id: string;
  created: boolean;
  /** Whether the cell took the place of an empty cell. */
  took: boolean;
  deleted: boolean;
  /** Whether its source was changed. */
  written: boolean;
  moved: boolean;
  ran: boolean;
  /** The cell before the run first touched it; null if the run made it. */
  before: ICellSnapshot | null;
  /** Hash of the source after the run; null if the run did not need it. */
  hash: string | null;
  /** Execution count after the run; undefined if the cell was not run. */
  count: number | null | undefined;
  /** Hash of the outputs after the run; undefined if it was not recorded. */
  outputs: string | undefined;
}

/** What a run did to one file. */
export interface IFileChange {
  path: string;
  /** Null if the run made the file, undefined if it was too large to keep. */
  before: string | null | undefined;
  /** Hash of the text after the run. */
  hash: string;
}

/** All effects of these calls, in the order they were done. */
export function effectsOf(calls: readonly ICallRecord[]): IEffectRecord[] {
  return calls.flatMap(call => call.effects);
}

/** What calls did to cells; several effects on one cell become one change. */
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
    created: false,
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
      change.created = true;
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
  if (!change.created) {
    change.before ??= effect.before;
  }
}
