/* eslint-disable no-empty-pattern -- Playwright reads what a fixture needs from its first parameter, and takes no other form. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { servers } from './servers';
import { test } from './test';

const LIBRARIES = path.resolve(__dirname, '..', '..', '.venv', 'libraries');

export interface IServerOptions {
  /** Folders with more Jupyter data: `labextensions`, `kernels`, … */
  data?: string[];
  /** A server extension from `.venv/libraries`. */
  extension?: string;
  /** A JupyterLab extension from the same place; the page has no other. */
  labextension?: string;
}

/**
 * A Jupyter server for a single test, which can be stopped and started again.
 */
export class JupyterServer {
  private _process?: ChildProcess;

  private constructor(
    private readonly _port: number,
    private readonly _folder: string,
    private readonly _data: string[],
    private readonly _extension?: string
  ) {}

  /** Starts one on a free port, in an empty folder. */
  static async begin({
    data = [],
    extension,
    labextension
  }: IServerOptions): Promise<JupyterServer> {
    const folder = await mkdtemp(path.join(tmpdir(), 'cellwright-server-'));
    const server = new JupyterServer(
      await freePort(),
      path.join(folder, 'files'),
      labextension
        ? [...data, await dataWith(labextension, path.join(folder, 'data'))]
        : data,
      extension
    );
    await mkdir(server._folder);
    await server.start();
    return server;
  }

  get url(): string {
    return `http://localhost:${this._port}`;
  }

  /** Starts it on the same port and folder as before. */
  async start(): Promise<void> {
    const { command, cwd, env } = servers.jupyter;
    const [program, ...args] = command.replaceAll('"', '').split(' ');
    this._process = spawn(program, args, {
      cwd,
      stdio: 'ignore',
      env: {
        ...process.env,
        ...env,
        CELLWRIGHT_PORT: String(this._port),
        JUPYTERLAB_GALATA_ROOT_DIR: this._folder,
        JUPYTER_PATH: this._data.join(path.delimiter),
        ...(this._extension && {
          CELLWRIGHT_SERVER_EXTENSION: this._extension,
          CELLWRIGHT_LIBRARIES: LIBRARIES
        })
      }
    });
    for (let tries = 0; !(await this._answers()); tries++) {
      if (tries === 1200) {
        throw new Error('The Jupyter server does not start.');
      }
      await new Promise(resolve => setTimeout(resolve, 100));
    }
  }

  /** Stops it as a service manager does: its kernels end too. */
  async stop(): Promise<void> {
    const { _process: running } = this;
    if (running?.exitCode === null) {
      running.kill('SIGTERM');
      await once(running, 'exit');
    }
  }

  async throwAway(): Promise<void> {
    await this.stop();
    await rm(path.dirname(this._folder), { recursive: true, force: true });
  }

  private _answers(): Promise<boolean> {
    return fetch(`${this.url}/api/status`).then(
      ({ ok }) => ok,
      () => false
    );
  }
}

/** A test with a Jupyter server of its own. */
export function testWithServer(options: IServerOptions = {}) {
  return test.extend<{ server: JupyterServer }>({
    server: async ({}, use) => {
      const server = await JupyterServer.begin(options);
      await use(server);
      await server.throwAway();
    },
    baseURL: async ({ server }, use) => use(server.url),
    // Galata's mock would ask the server itself, and fail without it.
    terminals: async ({}, use) => use(null)
  });
}

/** A Jupyter data folder that contains one extension, as pip installed it. */
async function dataWith(extension: string, folder: string): Promise<string> {
  const extensions = path.join(folder, 'labextensions');
  await mkdir(extensions, { recursive: true });
  await symlink(
    path.join(LIBRARIES, 'share', 'jupyter', 'labextensions', extension),
    path.join(extensions, extension)
  );
  return folder;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
