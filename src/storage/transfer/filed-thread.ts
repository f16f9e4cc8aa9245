import { ThreadError, type AgentEvent, type ITranslator } from '../../contract';
import { importedExport, type IThreadExport } from './exported-thread';
import { MalformedError, UntrustedObject } from './untrusted-object';

const FORMAT = 'cellwright-threads';
const VERSION = 1;
const MOST_THREADS = 10_000;

/** A thread in the file beside its notebook. */
export interface IFiledThread {
  /** The same in each browser that has read it. */
  id: string;
  /** Its last use, as the file says. */
  updated: number;
  /** An `IThreadExport`, as far as one can trust a file. */
  thread: unknown;
}

/** Where the threads of a notebook are kept: no dotfile, which Jupyter refuses. */
export function threadFilePath(notebook: string): string {
  return `${notebook.replace(/\.ipynb$/, '')}.cellwright.json`;
}

/** The text of the file; the same for the same threads. */
export function toFile(threads: readonly IFiledThread[]): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, threads }, null, 1)}\n`;
}

export function filed(id: string, thread: IThreadExport): IFiledThread {
  return { id, updated: thread.updated, thread };
}

/**
 * The threads in a file, each of them untrusted.
 * @throws ThreadError where it is no such file.
 */
export function fromFile(
  text: string,
  { path, now, trans }: { path: string; now: number; trans: ITranslator }
): IFiledThread[] {
  let file: UntrustedObject;
  try {
    file = new UntrustedObject(JSON.parse(text), 'file');
    file.word('format', [FORMAT]);
    if (file.number('version') <= VERSION) {
      const ids = new Set<string>();
      return file.list('threads', MOST_THREADS).map(item => {
        const entry = new UntrustedObject(item, 'thread');
        const id = entry.text('id');
        if (ids.has(id)) {
          // Which one is it? One would be taken anew each time.
          throw new MalformedError('thread.id');
        }
        ids.add(id);
        return {
          id,
          // Nothing was used in the future: it would be the newest for ever.
          updated: Math.min(entry.number('updated'), now),
          thread: entry.json('thread')
        };
      });
    }
  } catch (cause) {
    if (!(cause instanceof MalformedError || cause instanceof SyntaxError)) {
      throw cause;
    }
    throw new ThreadError(
      trans.__(
        'The conversations in %1 cannot be read, and nothing is written to it. Move the file away to begin a new one.',
        path
      ),
      { cause }
    );
  }
  throw new ThreadError(
    trans.__(
      'The conversations in %1 were saved by a newer version of Cellwright. Update to open them here.',
      path
    )
  );
}

/** What one version of a thread is to another. */
export type Relation = 'same' | 'continued' | 'behind' | 'apart';

/** @returns `continued` where the second one has all of the first and more. */
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

/** A thread event by event, without what differs from browser to browser. */
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
  // Of the event itself, not of arguments of the same name.
  return OWN.has(key) && this?.type !== undefined ? undefined : value;
}
