import {
  spawn,
  type ChildProcessWithoutNullStreams,
  type SpawnOptionsWithoutStdio
} from 'node:child_process';
import { createInterface } from 'node:readline';

/** A process that answers each line of JSON with one line, in order. */
export class LineProcess {
  private _child: ChildProcessWithoutNullStreams;

  private _ended: Error | null = null;

  private _stderr = '';

  private _waiting: {
    resolve(value: unknown): void;
    reject(error: Error): void;
  }[] = [];

  /** @param name name of what runs in it, for messages. */
  constructor(
    name: string,
    command: string,
    args: string[],
    options: SpawnOptionsWithoutStdio
  ) {
    this._child = spawn(command, args, options);
    this._child.stderr.on('data', chunk => (this._stderr += String(chunk)));
    createInterface({ input: this._child.stdout }).on('line', line => {
      this._waiting.shift()?.resolve(JSON.parse(line));
    });
    // Writing to a process that has ended fails; the way it ended says more.
    this._child.stdin.on('error', () => undefined);
    this._child.on('close', code => {
      const error = new Error(
        `${name} ended with ${code ?? 'a signal'}: ${this._stderr.slice(-2000)}`
      );
      this._ended = error;
      this._waiting.splice(0).forEach(({ reject }) => reject(error));
    });
  }

  /** @throws Error with the end of its stderr, once it has ended. */
  async ask<T>(request: object): Promise<T> {
    if (this._ended) {
      throw this._ended;
    }
    return new Promise<T>((resolve, reject) => {
      this._waiting.push({
        resolve: resolve as (value: unknown) => void,
        reject
      });
      this._child.stdin.write(`${JSON.stringify(request)}\n`);
    });
  }

  dispose(): void {
    this._child.kill();
  }
}
