import type { IThreadRecord, ITranslator } from '../../contract';
import { damagedText } from '../database/storage-errors';

/** Maximum length of a stored title. */
const TITLE_LENGTH = 200;

export function newThread(
  id: string,
  notebook: string,
  time: number
): IThreadRecord {
  return {
    id,
    title: '',
    named: false,
    notebook,
    created: time,
    updated: time,
    pinned: false,
    branch: '',
    branches: [
      { id: '', parent: null, events: 0, checkpointId: null, created: time }
    ],
    pending: 0,
    run: null,
    queued: []
  };
}

/** Pinned first, then by last use. */
export function inOrder(threads: IThreadRecord[]): IThreadRecord[] {
  return [...threads].sort(
    (a, b) => Number(b.pinned) - Number(a.pinned) || b.updated - a.updated
  );
}

export function lastUsed(
  threads: readonly IThreadRecord[]
): IThreadRecord | undefined {
  return threads.reduce<IThreadRecord | undefined>(
    (last, thread) => (last && last.updated >= thread.updated ? last : thread),
    undefined
  );
}

/**
 * The record after a change by whoever drives the thread. A title chosen by the
 * person stays.
 */
export function updated(
  thread: IThreadRecord,
  change: Partial<IThreadRecord>,
  time: number
): IThreadRecord {
  const { title = thread.title, ...rest } = change;
  const isUse = Object.keys(change).some(key => !NO_USE.has(key));
  return {
    ...thread,
    updated: isUse ? time : thread.updated,
    ...rest,
    id: thread.id,
    branches: grown(thread.branches, rest.branches),
    title: thread.named && !change.named ? thread.title : shortTitle(title)
  };
}

/** Each branch refers to a part of the log, so existing ones are kept unchanged. */
function grown(
  branches: IThreadRecord['branches'],
  more: IThreadRecord['branches'] = []
): IThreadRecord['branches'] {
  const known = new Set(branches.map(({ id }) => id));
  return [...branches, ...more.filter(({ id }) => !known.has(id))];
}

/** Fields whose change does not count as using the thread. */
const NO_USE: ReadonlySet<string> = new Set(['damaged', 'file']);

/** A title on one line, limited in length. */
export function shortTitle(title: string): string {
  const line = title.replace(/\s+/g, ' ').trim();
  return line.length > TITLE_LENGTH
    ? `${line.slice(0, TITLE_LENGTH - 1).trimEnd()}…`
    : line;
}

/** A path after a file or folder was renamed or moved; null if it is not affected. */
export function movedPath(
  path: string,
  from: string,
  to: string
): string | null {
  if (path === from) {
    return to;
  }
  return path.startsWith(`${from}/`) ? to + path.slice(from.length) : null;
}

/**
 * The record of a thread after its notebook was renamed or moved; null if it is
 * not affected.
 */
export function movedThread(
  thread: IThreadRecord,
  from: string,
  to: string
): IThreadRecord | null {
  const notebook = movedPath(thread.notebook, from, to);
  const { run } = thread;
  const runsIn = run && movedPath(run.notebook, from, to);
  return notebook === null && !runsIn
    ? null
    : {
        ...thread,
        notebook: notebook ?? thread.notebook,
        run: run && runsIn ? { ...run, notebook: runsIn } : run
      };
}

/**
 * A record as it was read, with defaults for anything missing: a thread of
 * which only the record is damaged can still be viewed.
 */
export function readRecord(
  id: string,
  stored: unknown,
  trans: ITranslator
): IThreadRecord {
  const blank = newThread(id, '', 0);
  const found: Partial<IThreadRecord> =
    typeof stored === 'object' && stored !== null ? stored : {};
  const fits = (key: string): boolean =>
    isLike(
      found[key as keyof IThreadRecord],
      blank[key as keyof IThreadRecord]
    );
  const isWhole =
    found.id === id &&
    Object.keys(blank).every(fits) &&
    found.branches?.some(({ id: branch }) => branch === found.branch);
  if (isWhole) {
    return found as IThreadRecord;
  }
  const fields = Object.keys(blank).filter(fits);
  return {
    ...blank,
    ...Object.fromEntries(
      fields.map(key => [key, found[key as keyof IThreadRecord]])
    ),
    id,
    // The first branch always exists; others are only known from this record.
    branch: '',
    branches: blank.branches,
    damaged: damagedText(trans)
  };
}

function isLike(value: unknown, example: unknown): boolean {
  if (Array.isArray(example)) {
    return Array.isArray(value);
  }
  // Either null or an object: a run.
  return example === null
    ? typeof value === 'object'
    : typeof value === typeof example;
}
