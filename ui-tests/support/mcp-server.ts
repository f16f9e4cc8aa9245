import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = path.resolve(__dirname, '..', '..');

/** A real MCP server in a process of its own, which writes `up <port>`. */
export class McpServerProcess {
  private constructor(
    private readonly _child: ChildProcess,
    readonly port: number
  ) {}

  /** @param file from the root of the project. */
  static start(file: string, ...args: string[]): Promise<McpServerProcess> {
    const child = spawn(process.execPath, [path.join(ROOT, file), ...args], {
      cwd: ROOT,
      stdio: ['pipe', 'pipe', 'inherit']
    });
    return new Promise((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', line => {
        const up = /^up (\d+)$/.exec(line);
        if (up) {
          resolve(new McpServerProcess(child, Number(up[1])));
        }
      });
      child.once('exit', code =>
        reject(new Error(`The MCP server ended with ${code}.`))
      );
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/mcp`;
  }

  end(): void {
    this._child.kill('SIGKILL');
  }
}
