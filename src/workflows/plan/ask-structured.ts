import { z } from 'zod';

import { scanJson } from '../../contract/util/scan-json';
import type {
  AnswerShape,
  IPlanMessage,
  IPlanModel,
  RequestMessages
} from './host-model';

export interface IStructuredRequest<T> {
  /** Name of the tool call, if the provider supports calls. */
  name: string;
  schema: z.ZodType<T>;
  messages: RequestMessages;
  short?: boolean;
  /** Used if the model accepts one. */
  temperature?: number;
  signal?: AbortSignal;
}

/**
 * The one way to ask for something structured: as a tool call if the provider
 * supports calls, else in its JSON mode, else as JSON in text. The next form is
 * used too if a server refuses one that its provider supports. An answer that
 * does not fit is sent back once with what is wrong.
 *
 * @returns null if no answer could be used.
 * @throws the model's error: a failed request has no fallback.
 */
export async function askStructured<T>(
  model: IPlanModel,
  request: IStructuredRequest<T>
): Promise<T | null> {
  const { name, schema, short, temperature, signal } = request;
  const { $schema: _dialect, ...written } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      // Zod bounds each integer by these; they only cost characters.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) {
        delete jsonSchema.minimum;
      }
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) {
        delete jsonSchema.maximum;
      }
    }
  });
  const has = await model.has(short);
  const shapes: AnswerShape[] = [
    ...(has.calls ? [{ as: 'call' as const, name, schema: written }] : []),
    ...(has.json ? [{ as: 'json' as const, schema: written }] : []),
    { as: 'text' }
  ];
  const messages: IPlanMessage[] = [];
  let before = '';
  for (let round = 0; round < 2;) {
    const [shape] = shapes;
    const { call, text, refused, isCut } = await model.ask(
      () => {
        const asked = request.messages();
        const now = JSON.stringify(asked);
        // Where values are withheld by now, the answer before may have some.
        messages.splice(now === before ? messages.length : 0);
        before = now;
        return [
          ...asked,
          ...(shape.as === 'call'
            ? []
            : [
                {
                  role: 'user' as const,
                  text: `Answer with one JSON object and nothing else. Its schema: ${JSON.stringify(written)}`
                }
              ]),
          ...messages
        ];
      },
      shape,
      { short, temperature, signal }
    );
    if (refused && shapes.length > 1) {
      shapes.shift();
      continue;
    }
    const read = isCut
      ? { problem: 'it was cut off at the output limit. Make it shorter.' }
      : readAnswer(request, call, text);
    if ('value' in read) {
      return read.value;
    }
    round++;
    messages.push(
      {
        role: 'assistant',
        text: call === undefined ? text : JSON.stringify(call)
      },
      {
        role: 'user',
        text: `That cannot be used: ${read.problem}\nAnswer again, in full.`
      }
    );
  }
  return null;
}

function readAnswer<T>(
  { name, schema }: Pick<IStructuredRequest<T>, 'name' | 'schema'>,
  call: unknown,
  text: string
): { value: T } | { problem: string } {
  const candidates =
    call === undefined
      ? jsonInText(text).map(found => writtenCall(name, found) ?? found)
      : [call];
  let problem = 'there is no JSON object in it.';
  for (const candidate of candidates) {
    const read = schema.safeParse(candidate);
    if (read.success) {
      return { value: read.data };
    }
    problem = z.prettifyError(read.error);
  }
  return { problem };
}

/**
 * The arguments of a call that a model wrote as text; undefined for anything
 * else.
 */
function writtenCall(name: string, found: unknown): unknown {
  const call = found as Record<string, unknown>;
  return call.name === name
    ? (call.arguments ?? call.parameters ?? call.args)
    : undefined;
}

/** The most characters that are scanned in total, repeats included. */
const MAX_WORK = 5_000_000;

/**
 * The JSON objects in a text, the last one first: models think before they
 * answer, and put the answer in a fence. With deeply nested brackets that are
 * not JSON, the search is given up.
 */
export function jsonInText(text: string): unknown[] {
  const found: unknown[] = [];
  let left = MAX_WORK;
  for (let at = text.indexOf('{'); at >= 0 && left > 0;) {
    const end = endOf(text, at);
    left -= (end ?? text.length) - at;
    const value = end === null ? undefined : parsed(text.slice(at, end));
    if (value !== undefined && end !== null) {
      found.unshift(value);
    }
    at = text.indexOf('{', value !== undefined && end !== null ? end : at + 1);
  }
  return found;
}

/**
 * The position after the bracket that closes the one at `start`; null if there
 * is none.
 */
function endOf(text: string, start: number): number | null {
  let depth = 0;
  let end: number | null = null;
  scanJson(text, start, (bracket, at) => {
    if (bracket === '{') {
      depth++;
    } else if (bracket === '}' && --depth === 0) {
      end = at + 1;
    }
    return end !== null;
  });
  return end;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Brackets around something else; undefined says so.
    return undefined;
  }
}
