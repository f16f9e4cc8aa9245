import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { librariesPath, pythonPath } from '../processes/python-process';

const ROOT = join(__dirname, '../../..');
const SERVERS = join(__dirname, 'servers');

/**
 * A real MCP server in a process of its own. It prints `up <port>` when it
 * listens; every later line is recorded.
 */
export class ServerProcess {
  port = 0;

  /** The lines it printed. */
  readonly lines: string[] = [];

  private readonly _listening: Promise<number>;

  private constructor(private readonly _child: ChildProcess) {
    let errors = '';
    _child.stderr?.on('data', chunk => (errors += String(chunk)));
    this._listening = new Promise((resolve, reject) => {
      createInterface({ input: _child.stdout! }).on('line', line => {
        const up = /^up (\d+)$/.exec(line);
        if (up) {
          resolve(Number(up[1]));
        } else {
          this.lines.push(line);
        }
      });
      _child.on('close', code =>
        reject(
          new Error(`The server ended with ${code}: ${errors.slice(-2000)}`)
        )
      );
    });
  }

  /** Starts one of our own: a file in `servers/`. */
  static node(file: string, ...args: string[]): Promise<ServerProcess> {
    return ServerProcess._node(join(SERVERS, file), ...args);
  }

  /** Starts the one that comes with the examples. */
  static sample(): Promise<ServerProcess> {
    return ServerProcess._node(join(ROOT, 'examples', 'weather-server.mjs'));
  }

  static python(file: string, ...args: string[]): Promise<ServerProcess> {
    return ServerProcess._start(
      pythonPath(),
      ['-u', resolve(SERVERS, file), ...args],
      { PYTHONPATH: librariesPath() }
    );
  }

  get url(): string {
    return this.at('mcp');
  }

  at(path: string): string {
    return `http://127.0.0.1:${this.port}/${path}`;
  }

  /** Writes one line to its standard input. */
  tell(line: string): void {
    this._child.stdin?.write(`${line}\n`);
  }

  /** Ends it at once, as a person might. */
  async end(): Promise<void> {
    if (this._child.exitCode !== null || this._child.signalCode !== null) {
      return;
    }
    const over = new Promise(resolve => this._child.once('close', resolve));
    this._child.kill('SIGKILL');
    await over;
  }

  private static _node(
    file: string,
    ...args: string[]
  ): Promise<ServerProcess> {
    return ServerProcess._start(process.execPath, [
      '--import',
      pathToFileURL(join(SERVERS, 'keep-alive.mjs')).href,
      file,
      ...args
    ]);
  }

  private static async _start(
    command: string,
    args: string[],
    env: Record<string, string> = {}
  ): Promise<ServerProcess> {
    const server = new ServerProcess(
      spawn(command, args, {
        cwd: ROOT,
        env: { ...process.env, ...env, NODE_OPTIONS: '' },
        stdio: ['pipe', 'pipe', 'pipe']
      })
    );
    server.port = await server._listening;
    return server;
  }
}
