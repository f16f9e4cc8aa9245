import { z } from 'zod';

import { ThreadError, type AgentEvent, type ITranslator } from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { importedExport, type IThreadExport } from './exported-thread';
import { MalformedError, harmless, parseAs } from './untrusted-json';

const FORMAT = 'cellwright-threads';
const VERSION = 1;
const MAX_THREADS = 10_000;

const HEAD = z.object({ format: z.literal(FORMAT), version: z.number() });
const FILE = z.object({
  threads: z
    .array(
      z.object({
        id: z.string(),
        updated: z.number(),
        thread: z.record(z.string(), z.unknown())
      })
    )
    .max(MAX_THREADS)
});

/** A thread in the file beside its notebook. */
export interface IFiledThread {
  /** The same in each browser that has read the file. */
  id: string;
  /** Time of its last use, according to the file. */
  updated: number;
  /** Supposed to be an `IThreadExport`, but a file cannot be trusted. */
  thread: unknown;
}

/**
 * Path of the file with a notebook's threads. Not a dotfile, because Jupyter
 * refuses those.
 */
export function threadFilePath(notebook: string): string {
  return `${notebook.replace(/\.ipynb$/, '')}.cellwright.json`;
}

/** The text of the file; always the same for the same threads. */
export function toFile(threads: readonly IFiledThread[]): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, threads }, null, 1)}\n`;
}

export function filed(id: string, thread: IThreadExport): IFiledThread {
  return { id, updated: thread.updated, thread };
}

/**
 * Reads the threads in a file; all of them are untrusted.
 * @throws ThreadError if it is not such a file.
 */
export function fromFile(
  text: string,
  { path, now, trans }: { path: string; now: number; trans: ITranslator }
): IFiledThread[] {
  try {
    const file: unknown = JSON.parse(text);
    if (parseAs(HEAD, file).version <= VERSION) {
      const { threads } = parseAs(FILE, harmless(file));
      if (new Set(threads.map(({ id }) => id)).size < threads.length) {
        // With a duplicate id, one of the two would be imported again each time.
        throw new MalformedError('threads');
      }
      // A date in the future would make it the newest forever.
      return threads.map(({ id, updated, thread }) => ({
        id,
        updated: Math.min(updated, now),
        thread
      }));
    }
  } catch (cause) {
    if (!(cause instanceof MalformedError || cause instanceof SyntaxError)) {
      throw cause;
    }
    throw new ThreadError(
      trans.__(
        'The conversations in %1 cannot be read, and nothing is written to it. Move the file away to begin a new one.',
        spoken(path)
      ),
      { cause }
    );
  }
  throw new ThreadError(
    trans.__(
      'The conversations in %1 were saved by a newer version of Cellwright. Update to open them here.',
      spoken(path)
    )
  );
}

/** How one version of a thread relates to another. */
export type Relation = 'same' | 'continued' | 'behind' | 'apart';

/** @returns `continued` if the second has everything in the first and more. */
export function relationOf(
  one: unknown,
  other: unknown,
  trans: ITranslator
): Relation {
  const [first, second] = [one, other].map(thread => wordsOf(thread, trans));
  const shared = Math.min(first.length, second.length);
  for (let index = 0; index < shared; index++) {
    if (first[index] !== second[index]) {
      return 'apart';
    }
  }
  return first.length === second.length
    ? 'same'
    : first.length < second.length
      ? 'continued'
      : 'behind';
}

/** A thread event by event, without what differs between browsers. */
function wordsOf(thread: unknown, trans: ITranslator): string[] {
  const { events } = importedExport(thread, { notebook: '', now: 0, trans });
  return events
    .filter(({ type }) => type !== 'run-started' && type !== 'run-finished')
    .map(event => JSON.stringify(event, withoutIds));
}

const OWN: ReadonlySet<string> = new Set([
  'threadId',
  'messageId',
  'callId',
  'time'
]);

function withoutIds(
  this: AgentEvent | undefined,
  key: string,
  value: unknown
): unknown {
  // Only fields of the event itself, not arguments of the same name.
  return OWN.has(key) && this?.type !== undefined ? undefined : value;
}
