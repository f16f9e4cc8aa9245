import { askServer } from './ask-server';
import {
  type IAnswerForm,
  answerPayloads,
  answerStream
} from './answer-stream';
import {
  type IRequestFacts,
  FaultCarrier,
  isAbort,
  modelFault
} from '../errors/model-fault';
import { estimatedTokens } from './estimated-tokens';

/** How to write a provider's requests and read its answers. */
export interface IWireProtocol<P extends object = object> {
  /** Headers the server requires besides `content-type`. */
  headers?: Record<string, string>;
  /** The header for the key; by default `authorization: Bearer …`. */
  keyHeader?: string;
  /** Changes a request's body before it is sent. */
  shape?(body: Record<string, unknown>): Record<string, unknown>;
  /** A new reader for each answer. */
  form(facts: IRequestFacts): IAnswerForm<P>;
}

/**
 * The payloads of the answer to one request, read by the protocol's own reader.
 *
 * @throws ModelFault; a stop is passed on unchanged as `AbortError`.
 */
export async function* askModel<P extends object>(
  url: string,
  body: object,
  protocol: IWireProtocol<P>,
  facts: IRequestFacts,
  signal?: AbortSignal
): AsyncGenerator<P> {
  const { stream, form, known } = await send(
    url,
    body,
    protocol,
    facts,
    signal
  );
  yield* answerPayloads(stream, form, known);
}

/**
 * The `fetch` that is passed to a provider's SDK. It uses only the address and
 * the body of the SDK's request: no header of the SDK is sent, and the key is
 * added here and nowhere else. Its errors are faults that pass through any SDK.
 *
 * @param signal also stops the request, for SDKs that ignore the person's
 * signal.
 */
export function modelFetch(
  protocol: IWireProtocol,
  facts: IRequestFacts,
  signal?: AbortSignal
): typeof fetch {
  return async (input, init) => {
    try {
      const request = input instanceof Request ? input : undefined;
      const text = String(init?.body ?? (await request?.text()) ?? '{}');
      const { stream, form, known } = await send(
        request?.url ?? String(input),
        JSON.parse(text),
        protocol,
        facts,
        eitherSignal(init?.signal ?? request?.signal, signal)
      );
      const type =
        form.framing === 'lines' ? 'application/x-ndjson' : 'text/event-stream';
      return new Response(answerStream(stream, form, known), {
        headers: { 'content-type': type }
      });
    } catch (error) {
      throw isAbort(error) ? error : new FaultCarrier(modelFault(error));
    }
  };
}

async function send<P extends object>(
  url: string,
  body: object,
  { shape, headers, keyHeader, form }: IWireProtocol<P>,
  facts: IRequestFacts,
  signal: AbortSignal | undefined
) {
  const shaped = shape?.(body as Record<string, unknown>) ?? body;
  const response = await askServer(
    {
      url,
      method: 'POST',
      body: JSON.stringify(shaped),
      headers,
      keyHeader,
      signal
    },
    facts
  );
  const known = { ...facts, sentTokens: () => tokensOfBody(shaped) };
  return {
    stream: response.body ?? new Blob([]).stream(),
    form: form(known),
    known
  };
}

/** Estimated tokens of a request, not counting its images, which are long texts. */
function tokensOfBody(body: object): number {
  return estimatedTokens(
    JSON.stringify(body, (_, value: unknown) =>
      typeof value === 'string' && IMAGE.test(value) ? '' : value
    )
  );
}

const IMAGE = /^(data:|[A-Za-z0-9+/=]{1000,}$)/;

function eitherSignal(
  first: AbortSignal | null | undefined,
  second: AbortSignal | undefined
): AbortSignal | undefined {
  return first && second
    ? AbortSignal.any([first, second])
    : (first ?? second ?? undefined);
}
