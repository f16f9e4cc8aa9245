import {
  fileName,
  type AgentEvent,
  type EventBody,
  type IAttachment
} from '../../contract';
import { UntrustedObject } from './untrusted-object';

const MAX_ITEMS = 1000;

const CALL_STATES = ['done', 'failed', 'rejected', 'stopped'] as const;
const TODO_STATES = ['pending', 'in_progress', 'completed'] as const;
const OUTCOMES = [
  'answered',
  'stopped',
  'failed',
  'limit',
  'interrupted'
] as const;

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
  const event = new UntrustedObject(stored, 'event');
  const body = bodyOf(event, place);
  return (
    body && {
      threadId: place.threadId,
      time: Math.max(0, Math.min(event.number('time'), place.now)),
      ...body
    }
  );
}

function bodyOf(event: UntrustedObject, place: IEventPlace): EventBody | null {
  const text = (key: string): string => event.text(key);
  const type = event.text('type');
  switch (type) {
    case 'run-started': {
      const notebook = event.object('notebook');
      const model = event.object('model');
      const path = place.notebook ?? notebook.text('path');
      return {
        type,
        runId: place.id('run', text('runId')),
        notebook: {
          path,
          name: fileName(path),
          kernel: notebook.text('kernel')
        },
        model: {
          id: model.text('id'),
          label: model.text('label'),
          contextWindow: null
        }
      };
    }
    case 'run-finished':
      return {
        type,
        runId: place.id('run', text('runId')),
        outcome: event.word('outcome', OUTCOMES)
      };
    case 'user-message':
      return {
        type,
        messageId: place.id('message', text('messageId')),
        text: text('text'),
        ...event.optional('attachments', key =>
          event.list(key, MAX_ITEMS).map(item => attachmentOf(item, place))
        )
      };
    case 'model-message':
      return {
        type,
        messageId: place.id('message', text('messageId')),
        text: text('text'),
        ...event.optional('reasoning', text)
      };
    case 'cells-named':
      return {
        type,
        names: event.list('names', MAX_ITEMS).map(item => {
          const named = new UntrustedObject(item, 'name');
          return { name: named.text('name'), id: named.text('id') };
        })
      };
    case 'call-proposed':
      return {
        type,
        callId: place.id('call', text('callId')),
        messageId: place.id('message', text('messageId')),
        tool: text('tool'),
        args: event.json('args'),
        text: text('text')
      };
    case 'call-finished':
      return {
        type,
        callId: place.id('call', text('callId')),
        state: event.word('state', CALL_STATES),
        text: text('text'),
        result: text('result'),
        ...event.optional('ranArgs', key => event.json(key)),
        ...event.optional('cellId', text),
        ...event.optional('ms', key => event.number(key)),
        // The images themselves are not transferred.
        images: 0
      };
    case 'final-answer':
      return {
        type,
        callId: place.id('call', text('callId')),
        answer: text('answer'),
        ...event.optional('summary', text),
        nextItems: event.list('nextItems', MAX_ITEMS).map(wordsOf)
      };
    case 'summary':
      return { type, text: text('text'), messages: event.number('messages') };
    case 'todos':
      return {
        type,
        todos: event.list('todos', MAX_ITEMS).map(item => {
          const todo = new UntrustedObject(item, 'todo');
          return {
            content: todo.text('content'),
            status: todo.word('status', TODO_STATES)
          };
        })
      };
    default:
      return null;
  }
}

function attachmentOf(item: unknown, place: IEventPlace): IAttachment {
  const attachment = new UntrustedObject(item, 'attachment');
  const kind = attachment.word('kind', [
    'cell',
    'variable',
    'file',
    'image',
    'document',
    'resource'
  ]);
  switch (kind) {
    case 'cell':
      return {
        kind,
        cellId: attachment.text('cellId'),
        notebook: place.notebook ?? attachment.text('notebook'),
        ...attachment.optional('selection', key => attachment.text(key))
      };
    case 'variable':
      return { kind, name: attachment.text('name') };
    case 'file':
      return { kind, path: attachment.text('path') };
    case 'image':
      // Only records that there was one, as for all images.
      return {
        kind,
        name: attachment.text('name'),
        mimeType: attachment.text('mimeType'),
        width: attachment.number('width'),
        height: attachment.number('height'),
        ...attachment.optional('server', key => attachment.text(key))
      };
    case 'document':
      // Only records that there was one, as for images; its content is not
      // transferred.
      return {
        kind,
        name: attachment.text('name'),
        mimeType: attachment.text('mimeType'),
        pages: attachment.number('pages'),
        ...attachment.optional('server', key => attachment.text(key))
      };
    case 'resource':
      return {
        kind,
        name: attachment.text('name'),
        server: attachment.text('server'),
        uri: attachment.text('uri')
      };
  }
}

function wordsOf(item: unknown): string {
  return new UntrustedObject({ item }, 'list').text('item');
}
