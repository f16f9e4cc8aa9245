import { z } from 'zod';
import {
  ThreadError,
  type AgentEvent,
  type IThreadMessage,
  type IThreadRecord,
  type ITranslator,
  fileName,
  NOT_RUN_FROM_FILE
} from '../../contract';
import { newId } from '../database/new-id';
import { endingsOf, openCalls } from '../threads/endings';
import { newThread, shortTitle } from '../threads/new-thread';
import { MalformedError, harmless, parseAs } from './untrusted-json';

/** The tool that ends a run. */
const FINAL_ANSWER = 'final_answer';
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

const text = z.string();
const json = z.record(z.string(), z.unknown());
const list = <T extends z.ZodType>(item: T) => z.array(item).max(1000);

/** Of an image or a document only that there was one. */
const ATTACHMENT = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cell'),
    cellId: text,
    notebook: text,
    selection: text.optional()
  }),
  z.object({ kind: z.literal('variable'), name: text }),
  z.object({ kind: z.literal('file'), path: text }),
  z.object({
    kind: z.literal('image'),
    name: text,
    mimeType: text,
    width: z.number(),
    height: z.number(),
    server: text.optional()
  }),
  z.object({
    kind: z.literal('document'),
    name: text,
    mimeType: text,
    pages: z.number(),
    server: text.optional()
  }),
  z.object({ kind: z.literal('resource'), name: text, server: text, uri: text })
]);

/** The part of each event that is put into a file; all else is left out. */
const EVENT = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run-started'),
    time: z.number(),
    runId: text,
    notebook: z.object({ path: text, kernel: text }),
    model: z.object({ id: text, label: text })
  }),
  z.object({
    type: z.literal('run-finished'),
    time: z.number(),
    runId: text,
    outcome: z.enum(['answered', 'stopped', 'failed', 'limit', 'interrupted'])
  }),
  z.object({
    type: z.literal('user-message'),
    time: z.number(),
    messageId: text,
    text,
    attachments: list(ATTACHMENT).optional()
  }),
  z.object({
    type: z.literal('model-message'),
    time: z.number(),
    messageId: text,
    text,
    reasoning: text.optional()
  }),
  z.object({
    type: z.literal('cells-named'),
    time: z.number(),
    names: list(z.object({ name: text, id: text }))
  }),
  z.object({
    type: z.literal('call-proposed'),
    time: z.number(),
    callId: text,
    messageId: text,
    tool: text,
    args: json,
    text
  }),
  z.object({
    type: z.literal('call-finished'),
    time: z.number(),
    callId: text,
    state: z.enum(['done', 'failed', 'rejected', 'stopped']),
    text,
    result: text,
    ranArgs: json.optional(),
    cellId: text.optional(),
    ms: z.number().optional()
  }),
  z.object({
    type: z.literal('final-answer'),
    time: z.number(),
    callId: text,
    answer: text,
    summary: text.optional(),
    nextItems: list(text)
  }),
  z.object({
    type: z.literal('summary'),
    time: z.number(),
    text,
    messages: z.number()
  }),
  z.object({
    type: z.literal('todos'),
    time: z.number(),
    todos: list(
      z.object({
        content: text,
        status: z.enum(['pending', 'in_progress', 'completed'])
      })
    )
  })
]);

const TYPES: ReadonlySet<string> = new Set(
  EVENT.options.map(({ shape }) => shape.type.value)
);

/** Values that replace those of the place an event came from. */
interface IEventPlace {
  threadId: string;
  /** Replaces the path of each notebook a run was bound to; null keeps the paths. */
  notebook: string | null;
  /** Later times are set to this. */
  now: number;
  /** The new id for the id of a message, call or run. */
  id(of: 'person' | 'message' | 'call' | 'run', old: string): string;
}

/**
 * The part of an event that is put into a file: only text, and only for events
 * that consist of text. Never decisions, rules, cards or costs. It is used for
 * both export and import, so that exactly what is exported is accepted.
 *
 * @returns null for an event of another type.
 * @throws MalformedError
 */
function portableEvent(stored: unknown, place: IEventPlace): AgentEvent | null {
  const { type } = parseAs(z.object({ type: text }), stored);
  if (!TYPES.has(type)) {
    return null;
  }
  const event = parseAs(EVENT, stored);
  const moved = {
    ...event,
    threadId: place.threadId,
    time: Math.max(0, Math.min(event.time, place.now)),
    ...('runId' in event && { runId: place.id('run', event.runId) }),
    ...('messageId' in event && {
      // One id for both would hide what the person said behind the answer.
      messageId: place.id(
        event.type === 'user-message' ? 'person' : 'message',
        event.messageId
      )
    }),
    ...('callId' in event && { callId: place.id('call', event.callId) })
  };
  switch (moved.type) {
    case 'run-started': {
      const path = place.notebook ?? moved.notebook.path;
      return {
        ...moved,
        notebook: { ...moved.notebook, path, name: fileName(path) },
        model: { ...moved.model, contextWindow: null }
      };
    }
    case 'user-message':
      return {
        ...moved,
        ...(moved.attachments && {
          attachments: moved.attachments.map(each =>
            each.kind === 'cell'
              ? { ...each, notebook: place.notebook ?? each.notebook }
              : each
          )
        })
      };
    case 'call-finished':
      // The images themselves are not transferred.
      return { ...moved, images: 0 };
    default:
      return moved;
  }
}

type ModelMessage = Extract<IThreadMessage, { role: 'model' }>;
type ToolMessage = Extract<IThreadMessage, { role: 'tool' }>;

/** One answer of the model, with the results of its calls as they arrive. */
interface IStep {
  message: ModelMessage;
  /** The tool of each call, by call id. */
  tools: Map<string, string>;
  results: Map<string, ToolMessage>;
  /** The person's messages that came before the last result. */
  behind: IThreadMessage[];
}

/**
 * The conversation in a display log, in order, with each call's result right
 * after its message. A model reads exactly what the person can read: of a call
 * whose place a final answer takes, that answer, and nothing of one that failed.
 */
export function conversationOf(
  events: readonly AgentEvent[]
): IThreadMessage[] {
  const messages: IThreadMessage[] = [];
  const hidden = hiddenCalls(events);
  const steps = new Set<string>();
  let step: IStep | null = null;
  const finish = (): void => {
    if (step) {
      messages.push(...closed(step));
      step = null;
    }
  };
  /** The step of a message: the current one or a new one; null if it is over. */
  const stepOf = (id: string): IStep | null => {
    if (step?.message.id !== id) {
      if (steps.has(id)) {
        return null;
      }
      finish();
      steps.add(id);
      step = {
        message: { role: 'model', id, text: '', calls: [] },
        tools: new Map(),
        results: new Map(),
        behind: []
      };
    }
    return step;
  };
  for (const event of events) {
    switch (event.type) {
      case 'user-message': {
        const message: IThreadMessage = {
          role: 'person',
          id: event.messageId,
          text: event.text,
          ...(event.attachments && { attachments: event.attachments })
        };
        if (step && isOpen(step)) {
          (step as IStep).behind.push(message);
        } else {
          finish();
          messages.push(message);
        }
        break;
      }
      case 'model-message': {
        const at = stepOf(event.messageId);
        if (at) {
          at.message.text = event.text;
        }
        break;
      }
      case 'call-proposed': {
        const { callId: id, tool, args } = event;
        if (hidden.has(id)) {
          break;
        }
        const at = stepOf(event.messageId);
        at?.message.calls.push({ id, tool, args });
        if (at && !at.tools.has(id)) {
          at.tools.set(id, tool);
        }
        break;
      }
      case 'final-answer': {
        const { callId: id, summary, answer } = event;
        finish();
        messages.push({
          role: 'model',
          id,
          text: [summary, answer].filter(Boolean).join('\n\n'),
          calls: []
        });
        break;
      }
      case 'call-finished': {
        const at = step as IStep | null;
        const tool = at?.tools.get(event.callId);
        if (at && tool !== undefined) {
          at.results.set(event.callId, {
            role: 'tool',
            callId: event.callId,
            tool,
            text: event.result,
            state: event.state
          });
        }
        break;
      }
    }
  }
  finish();
  return messages;
}

/** The calls that the panel does not show, since they gave, or tried to give, the answer. */
function hiddenCalls(events: readonly AgentEvent[]): ReadonlySet<string> {
  const tools = new Map<string, string>();
  const hidden = new Set<string>();
  for (const event of events) {
    if (event.type === 'call-proposed') {
      tools.set(event.callId, event.tool);
    } else if (
      event.type === 'final-answer' ||
      (event.type === 'call-finished' &&
        event.state === 'failed' &&
        tools.get(event.callId) === FINAL_ANSWER)
    ) {
      hidden.add(event.callId);
    }
  }
  return hidden;
}

/** Every result belongs to a call, so comparing the counts is enough. */
function isOpen({ tools, results }: IStep): boolean {
  return results.size < tools.size;
}

function closed({ message, results, behind }: IStep): IThreadMessage[] {
  const answers = message.calls.map(
    ({ id, tool }): IThreadMessage =>
      results.get(id) ?? {
        role: 'tool',
        callId: id,
        tool,
        text: NOT_RUN_FROM_FILE,
        state: 'stopped'
      }
  );
  return [message, ...answers, ...behind];
}
