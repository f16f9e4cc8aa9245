import { z } from 'zod';

import {
  ThreadError,
  type AgentEvent,
  type IThreadMessage,
  type IThreadRecord,
  type ITranslator
} from '../../contract';
import { conversationOf } from './conversation';
import { newId } from '../database/new-id';
import { endingsOf, openCalls } from '../records/endings';
import { newThread, shortTitle } from '../records/new-thread';
import { portableEvent } from './portable-event';
import { MalformedError, harmless, parseAs } from './untrusted-json';

const THREAD_FORMAT = 'cellwright-thread';
const VERSION = 1;

/** Maximum length of a file that can be imported. */
export const MAX_IMPORT = 20 * 1024 * 1024;
const MAX_EVENTS = 200_000;

const HEAD = z.object({
  format: z.literal(THREAD_FORMAT),
  version: z.number()
});
const FILE = z.object({
  title: z.string(),
  named: z.boolean(),
  created: z.number(),
  events: z.array(z.unknown()).max(MAX_EVENTS)
});

/** A thread in the form of a file. */
export interface IThreadExport {
  format: typeof THREAD_FORMAT;
  version: number;
  title: string;
  /** Whether the person chose the title. */
  named: boolean;
  notebook: string;
  created: number;
  updated: number;
  events: AgentEvent[];
}

export interface IImportOptions {
  /** Path of the notebook it is bound to here. */
  notebook: string;
  /** Name of the file, if known. */
  file?: string;
  now: number;
  trans: ITranslator;
}

export interface IImportedThread {
  record: IThreadRecord;
  events: AgentEvent[];
  messages: IThreadMessage[];
}

/**
 * Exports the messages of a thread, and nothing that an import would not
 * accept. An open call is not exported: its card waits here and nowhere else.
 */
export function exportedThread(
  record: IThreadRecord,
  history: readonly AgentEvent[]
): IThreadExport {
  const open = new Set(openCalls(history));
  const events = history.flatMap(event => {
    if (event.type === 'call-proposed' && open.has(event.callId)) {
      return [];
    }
    const words = portableEvent(event, {
      threadId: record.id,
      notebook: null,
      now: Infinity,
      id: (_, old) => old
    });
    return words ? [words] : [];
  });
  return {
    format: THREAD_FORMAT,
    version: VERSION,
    title: record.title,
    named: record.named,
    notebook: record.notebook,
    created: record.created,
    updated: record.updated,
    events
  };
}

/**
 * Imports an exported thread as a new one. The file is untrusted: only its
 * messages are taken, under new ids, and nothing that could decide or do
 * anything. The model's text is made from the text that is shown; a call
 * without a result counts as not run.
 *
 * @throws ThreadError
 */
export function importedThread(
  text: string,
  options: IImportOptions
): IImportedThread {
  const { trans } = options;
  if (text.length > MAX_IMPORT) {
    throw new ThreadError(
      trans.__(
        'This file is too large to be a conversation: %1 MB, at most %2 MB can be read.',
        Math.ceil(text.length / 1024 / 1024),
        MAX_IMPORT / 1024 / 1024
      )
    );
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new ThreadError(
      trans.__('This file is not a conversation: it is not JSON.'),
      { cause }
    );
  }
  return importedExport(parsed, options);
}

/** The same for a file that is already parsed. @throws ThreadError */
export function importedExport(
  parsed: unknown,
  options: IImportOptions
): IImportedThread {
  try {
    return readExport(parsed, options);
  } catch (error) {
    if (!(error instanceof MalformedError)) {
      throw error;
    }
    throw new ThreadError(
      options.trans.__(
        'This file is not a valid Cellwright conversation: %1 is invalid. Nothing was imported.',
        error.what
      ),
      { cause: error }
    );
  }
}

function readExport(
  parsed: unknown,
  { notebook, file: from, now, trans }: IImportOptions
): IImportedThread {
  if (parseAs(HEAD, parsed).version > VERSION) {
    throw new ThreadError(
      trans.__(
        'This conversation was saved by a newer version of Cellwright. Update to open it here.'
      )
    );
  }
  const file = parseAs(FILE, harmless(parsed));
  const id = newId();
  const ids = new Map<string, string>();
  const renewed = (of: string, old: string): string => {
    const key = `${of} ${old}`;
    const given = ids.get(key) ?? newId();
    ids.set(key, given);
    return given;
  };
  const events = withoutRepeats(
    file.events.flatMap(stored => {
      const event = portableEvent(stored, {
        threadId: id,
        notebook,
        now,
        id: renewed
      });
      return event ? [event] : [];
    })
  );
  const ends = endingsOf(events, trans).map(body => ({
    threadId: id,
    time: now,
    ...body
  }));
  return {
    record: {
      ...newThread(id, notebook, now),
      title: shortTitle(file.title),
      named: file.named,
      created: Math.max(0, Math.min(file.created, now)),
      imported: true,
      ...(from && { importedFrom: shortTitle(from) }),
      untouched: true
    },
    events: [...events, ...ends],
    messages: conversationOf(events)
  };
}

/**
 * Keeps each message, call and result only once: if two had the same id, the
 * panel and the model could see different ones.
 */
function withoutRepeats(events: AgentEvent[]): AgentEvent[] {
  const seen = new Set<string>();
  return events.filter(event => {
    const own = 'callId' in event ? event.callId : undefined;
    const id =
      own ?? ('messageId' in event ? (event.messageId as string) : undefined);
    if (id === undefined) {
      return true;
    }
    const key = `${event.type} ${id}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
