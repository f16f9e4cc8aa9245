import { type ChildProcess, spawn } from 'child_process';
import { once } from 'events';
import { join } from 'path';

/** A request in the scripted server's log. */
export interface IScriptedRequest {
  time: number;
  firstByte?: number;
  lastByte?: number;
  gone?: boolean;
  hasKey: boolean;
  headers: Record<string, string>;
  body: {
    messages: { role: string; content: unknown }[];
    temperature?: number;
    [key: string]: unknown;
  };
}

/** The UI tests' scripted model server, as a separate process. */
export class ScriptedServer {
  private _id = '';

  private _count = 0;

  private constructor(
    private readonly _child: ChildProcess,
    readonly url: string
  ) {}

  static async start(): Promise<ScriptedServer> {
    const script = join(__dirname, '../../../ui-tests/llm/server.mjs');
    const child = spawn(process.execPath, [script], {
      env: { ...process.env, CELLWRIGHT_LLM_PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit']
    });
    const [line] = await once(child.stdout!, 'data');
    const port = /listening on (\d+)/.exec(String(line))?.[1];
    return new ScriptedServer(child, `http://127.0.0.1:${port}`);
  }

  /** Sets a script. @returns the base URL of the model that follows it. */
  async script(
    steps: object[],
    options: Record<string, unknown> = {}
  ): Promise<string> {
    this._id = `s${++this._count}`;
    const response = await fetch(`${this.url}/scripts/${this._id}`, {
      method: 'PUT',
      body: JSON.stringify({ steps, ...options })
    });
    if (!response.ok) {
      throw new Error(await response.text());
    }
    return `${this.url}/s/${this._id}/v1`;
  }

  /** The requests made to the last script so far. */
  async requests(): Promise<IScriptedRequest[]> {
    return (await fetch(`${this.url}/scripts/${this._id}/requests`)).json();
  }

  /** Sends the answers that were held back. */
  async releaseAnswers(): Promise<void> {
    await fetch(`${this.url}/scripts/${this._id}/go`, { method: 'PUT' });
  }

  async stop(): Promise<void> {
    const gone = once(this._child, 'exit');
    this._child.kill();
    await gone;
  }
}
