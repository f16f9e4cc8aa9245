import { z } from 'zod';

import { fileName, type AgentEvent } from '../../contract';
import { parseAs } from './untrusted-json';

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
export interface IEventPlace {
  threadId: string;
  /** Replaces the path of each notebook a run was bound to; null keeps the paths. */
  notebook: string | null;
  /** Later times are set to this. */
  now: number;
  /** The new id for the id of a message, call or run. */
  id(of: 'message' | 'call' | 'run', old: string): string;
}

/**
 * The part of an event that is put into a file: only text, and only for events
 * that consist of text. Never decisions, rules, cards or costs. It is used for
 * both export and import, so that exactly what is exported is accepted.
 *
 * @returns null for an event of another type.
 * @throws MalformedError
 */
export function portableEvent(
  stored: unknown,
  place: IEventPlace
): AgentEvent | null {
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
      messageId: place.id('message', event.messageId)
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
