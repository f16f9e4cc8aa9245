import type { IChatRequest } from './history';
import { servers } from './servers';

/** A step of a script: see `llm/chunks.mjs`. */
export type Step = Record<string, unknown>;

/** A request that the scripted server received. */
export interface ISeenRequest {
  /** ms since the epoch. */
  time: number;
  /** Whether the client left before the answer was complete. */
  gone?: boolean;
  /** Relative to the model's own address, with its query. */
  path: string;
  headers: Record<string, string>;
  hasKey: boolean;
  body: IChatRequest;
}

/** A scripted model on the server, from the test's side. */
export class ScriptedModel {
  /**
   * @param _origin address of the server for the page, if that is not the usual
   * one.
   */
  constructor(
    readonly id: string,
    private readonly _origin = SERVER
  ) {}

  /** Address of the model for the page: another origin than Jupyter's. */
  get baseUrl(): string {
    return `${this._origin}/s/${this.id}/v1`;
  }

  /** The same for providers whose address does not include the version. */
  get address(): string {
    return `${this._origin}/s/${this.id}`;
  }

  /** Sets what it answers, from the first step on; forgets all requests. */
  async script(
    steps: Step[],
    options: {
      cors?: boolean;
      key?: string;
      models?: string[];
      /**
       * Chooses steps by the number of answers in the conversation, not by
       * request.
       */
      byHistory?: boolean;
      /**
       * Steps by what is requested, which take precedence: see `llm/asked.mjs`.
       */
      answers?: Record<string, Step[] | Step[][]>;
      /** Words with the same meaning, for vectors of texts. */
      groups?: string[];
    } = {}
  ): Promise<void> {
    await fetch(`${SERVER}/scripts/${this.id}`, {
      method: 'PUT',
      body: JSON.stringify({
        steps,
        ...options,
        answers: {
          checklist: [USUAL],
          check_connection: WORKS,
          ...options.answers
        }
      })
    });
  }

  /** Releases held steps, so that a test decides when the model answers. */
  async release(): Promise<void> {
    await fetch(`${SERVER}/scripts/${this.id}/go`, { method: 'PUT' });
  }

  /**
   * Without those that judge the usual checklist of a report, and without tests
   * of the model.
   */
  async requests(): Promise<ISeenRequest[]> {
    const response = await fetch(`${SERVER}/scripts/${this.id}/requests`);
    return ((await response.json()) as ISeenRequest[]).filter(
      ({ body }) =>
        !/1\. Every number names its unit\.|"check_connection"/.test(
          JSON.stringify(body ?? '')
        )
    );
  }

  /** Texts that it made vectors of. */
  async embedded(): Promise<string[]> {
    const response = await fetch(`${SERVER}/scripts/${this.id}/embedded`);
    return (await response.json()) as string[];
  }

  async lastRequest(): Promise<ISeenRequest> {
    const last = (await this.requests()).at(-1);
    if (!last) {
      throw new Error('The scripted model has seen no request.');
    }
    return last;
  }
}

const SERVER = `http://127.0.0.1:${servers.llmPort}`;

/** A step that calls one tool. */
export function call(
  name: string,
  args: Record<string, unknown>,
  rest: Step = {}
): Step {
  return { calls: [{ name, args }], ...rest };
}

/** The checklist of a report without a template is met. */
const USUAL = call('checklist', {
  items: [1, 2, 3, 4].map(number => ({ number, met: true }))
});

/** A model that is tested calls the tool, and goes on with its result. */
const WORKS = [call('check_connection', { word: 'ready' }), { text: 'One.' }];

/** A step that proposes a cell. */
export function cell(code: string, rest: Step = {}): Step {
  return call('jupyter_cell', { code }, rest);
}

/** A step that ends the run. */
export function answer(text: string, nextItems?: string[]): Step {
  return call('final_answer', {
    answer: text,
    ...(nextItems ? { next_items: nextItems } : {})
  });
}
