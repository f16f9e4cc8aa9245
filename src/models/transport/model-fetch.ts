import { askServer } from './ask-server';
import { type IAnswerForm, answerStream } from './answer-stream';
import {
  type IRequestFacts,
  FaultCarrier,
  isAbort,
  modelFault
} from '../errors/model-fault';
import { estimatedTokens } from './estimated-tokens';

/** How to write a provider's requests and read its answers. */
export interface IWireProtocol {
  /** Headers the server requires besides `content-type`. */
  headers?: Record<string, string>;
  /** The header for the key; by default `authorization: Bearer …`. */
  keyHeader?: string;
  /** Changes a request's body before it is sent. */
  shape?(body: Record<string, unknown>): Record<string, unknown>;
  /** A new reader for each answer. */
  form(facts: IRequestFacts): IAnswerForm;
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
      const shaped = protocol.shape?.(JSON.parse(text)) ?? JSON.parse(text);
      const response = await askServer(
        {
          url: request?.url ?? String(input),
          method: 'POST',
          body: JSON.stringify(shaped),
          headers: protocol.headers,
          keyHeader: protocol.keyHeader,
          signal: eitherSignal(init?.signal ?? request?.signal, signal)
        },
        facts
      );
      const body = response.body ?? new Blob([]).stream();
      const known = { ...facts, sentTokens: () => tokensOfBody(shaped) };
      const form = protocol.form(known);
      const type =
        form.framing === 'lines' ? 'application/x-ndjson' : 'text/event-stream';
      return new Response(answerStream(body, form, known), {
        headers: { 'content-type': type }
      });
    } catch (error) {
      throw isAbort(error) ? error : new FaultCarrier(modelFault(error));
    }
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
