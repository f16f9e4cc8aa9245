import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** As the server of all tests is started. */
const config = createRequire(__filename)('../playwright.config.js') as {
  webServer: { command: string; cwd: string; env: Record<string, string> }[];
};

/** A Jupyter server of a test's own, which can be stopped and started again. */
export class JupyterServer {
  /** @returns one that runs, on a free port and in an empty folder. */
  static async begin(): Promise<JupyterServer> {
    const server = new JupyterServer(
      await freePort(),
      await mkdtemp(path.join(tmpdir(), 'cellwright-server-'))
    );
    await server.start();
    return server;
  }

  private constructor(
    private readonly port: number,
    private readonly folder: string
  ) {}

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** On the same port and folder as before. */
  async start(): Promise<void> {
    const [{ command, cwd, env }] = config.webServer;
    const [program, ...args] = command.replaceAll('"', '').split(' ');
    this.process = spawn(program, args, {
      cwd,
      stdio: 'ignore',
      env: {
        ...process.env,
        ...env,
        CELLWRIGHT_PORT: String(this.port),
        JUPYTERLAB_GALATA_ROOT_DIR: this.folder
      }
    });
    for (let tries = 0; !(await this.answers()); tries++) {
      if (tries === 200) {
        throw new Error('The Jupyter server does not start.');
      }
      await new Promise(resolve => setTimeout(resolve, 100));
    }
  }

  /** As a service manager stops it: its kernels end with it. */
  async stop(): Promise<void> {
    const { process: running } = this;
    if (running?.exitCode === null) {
      running.kill('SIGTERM');
      await once(running, 'exit');
    }
  }

  async throwAway(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private answers(): Promise<boolean> {
    return fetch(`${this.url}/api/status`).then(
      ({ ok }) => ok,
      () => false
    );
  }

  private process?: ChildProcess;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
