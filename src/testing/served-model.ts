/** What a model's server answers to one request. */
export interface IServedStep {
  /** Bytes of a stream, packet by packet. */
  raw?: string[];
  /** A complete answer of a chat-completions server. */
  text?: string;
  calls?: { name: string; args: object }[];
  /** An error, or an answer that is not streamed. */
  status?: number;
  body?: object;
}

/** The requests that reached a model's server, whose answers are scripted. */
export class ServedModel {
  static readonly ADDRESS = 'http://127.0.0.1:8000/v1';

  /** The parsed bodies; their content depends on the protocol. */
  readonly requests: any[] = [];

  private readonly _fetch = globalThis.fetch;

  /** Takes the place of `fetch` until `close` is called. */
  constructor(private readonly _steps: IServedStep[]) {
    globalThis.fetch = async (_url, init) => {
      this.requests.push(JSON.parse(String(init?.body)));
      const step = this._steps.shift() ?? { status: 503, body: {} };
      const { status = 200, body } = step;
      return body
        ? new Response(JSON.stringify(body), { status })
        : new Response(packets(step.raw ?? written(step)));
    };
  }

  close(): void {
    globalThis.fetch = this._fetch;
  }
}

function written({ text = '', calls = [] }: IServedStep): string[] {
  const delta = {
    role: 'assistant',
    content: text,
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ name, args }, index) => ({
        index,
        id: `call_${index}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(args) }
      }))
    })
  };
  const chunk = { choices: [{ index: 0, delta, finish_reason: 'stop' }] };
  return [`data: ${JSON.stringify(chunk)}\n\n`, 'data: [DONE]\n\n'];
}

function packets(texts: string[]): ReadableStream<Uint8Array> {
  const left = [...texts];
  return new ReadableStream({
    pull(controller) {
      const next = left.shift();
      if (next === undefined) {
        controller.close();
      } else {
        controller.enqueue(new TextEncoder().encode(next));
      }
    }
  });
}
