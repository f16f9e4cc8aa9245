import { z } from 'zod';

import { jsonInText } from './json-in-text';
import type { AnswerShape, IPlanMessage, IPlanModel } from './plan-model';

export interface IStructuredRequest<T> {
  /** Of the call, where the provider has calls. */
  name: string;
  schema: z.ZodType<T>;
  messages: readonly IPlanMessage[];
  /** What is gone on with where no answer can be used. */
  fallback: T;
  /** What is said then. */
  line: string;
  short: boolean;
  signal?: AbortSignal;
}

export interface IStructuredAnswer<T> {
  value: T;
  /** The sentence that says that `value` is the fallback; null where it is none. */
  line: string | null;
}

/**
 * The one way to ask for something structured: as a tool call if the provider
 * has them, else in its JSON mode, else JSON out of text. An answer that does
 * not fit is sent back once with what is wrong; then the fallback counts.
 *
 * @throws what the model throws: a request that failed is no answer.
 */
export async function askStructured<T>(
  model: IPlanModel,
  request: IStructuredRequest<T>
): Promise<IStructuredAnswer<T>> {
  const { name, schema, short, signal, fallback, line } = request;
  const written = z.toJSONSchema(schema, { io: 'input' }) as Record<
    string,
    unknown
  >;
  const has = await model.has();
  const shape: AnswerShape = has.calls
    ? { as: 'call', name, schema: written }
    : has.json
      ? { as: 'json', schema: written }
      : { as: 'text' };
  const messages =
    shape.as === 'call'
      ? [...request.messages]
      : [
          ...request.messages,
          {
            role: 'user' as const,
            text: `Answer with one JSON object and nothing else. Its schema: ${JSON.stringify(written)}`
          }
        ];
  for (let round = 0; round < 2; round++) {
    const { call, text } = await model.ask(messages, shape, { short, signal });
    const read = readAnswer(schema, call, text);
    if ('value' in read) {
      return { value: read.value, line: null };
    }
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
  return { value: fallback, line };
}

function readAnswer<T>(
  schema: z.ZodType<T>,
  call: unknown,
  text: string
): { value: T } | { problem: string } {
  const candidates = call === undefined ? jsonInText(text) : [call];
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
