import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';

import type { ServiceManager } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';

import { pythonPath } from '../../testing/processes/python-process';
import { FakeKernel } from './fake-session';

/**
 * A server's kernels, kernelspecs and terminals, as `ServerShell` sees them.
 */
export class FakeServer {
  /** Every kernel that was started, with its options. */
  readonly started: { kernel: FakeKernel; options: unknown }[] = [];
  readonly terminals: PtyTerminal[] = [];
  specs: Record<
    string,
    { name: string; language: string; argv: string[]; display_name?: string }
  > = {
    python3: { name: 'python3', language: 'python', argv: ['python'] }
  };

  default = 'python3';
  hasTerminals = false;
  /** Program running in each terminal. */
  program = ['/bin/bash', '--norc', '-i'];
  refusal: Error | null = null;

  asManager(): ServiceManager.IManager {
    return {
      kernels: { startNew: async (options: unknown) => this._start(options) },
      kernelspecs: {
        ready: Promise.resolve(),
        specs: { default: this.default, kernelspecs: this.specs }
      },
      terminals: {
        isAvailable: () => this.hasTerminals,
        startNew: async () => {
          const terminal = new PtyTerminal(this.program);
          this.terminals.push(terminal);
          return terminal;
        }
      }
    } as unknown as ServiceManager.IManager;
  }

  get kernel(): FakeKernel {
    return this.started[this.started.length - 1].kernel;
  }

  /** Begins the current request, and prints messages as our code does. */
  print(...messages: object[]): void {
    const { last } = this.kernel;
    last.publish('status', { execution_state: 'busy' });
    for (const message of messages) {
      last.print(`${JSON.stringify(message)}\n`);
    }
  }

  /** Prints the rest and ends the current request. */
  finish(...messages: object[]): void {
    this.print(...messages);
    this.kernel.last.answer.resolve({ content: { status: 'ok' } });
  }

  private _start(options: unknown): FakeKernel {
    if (this.refusal) {
      throw this.refusal;
    }
    const kernel = new FakeKernel(`hidden-${this.started.length}`);
    kernel.name = (options as { name: string }).name;
    this.started.push({ kernel, options });
    return kernel;
  }
}

/**
 * A real pseudo terminal, with the interface of JupyterLab's terminal
 * connection.
 */
export class PtyTerminal {
  readonly messageReceived = new Signal<
    this,
    { type: string; content?: unknown[] }
  >(this);

  shutdowns = 0;
  private readonly _child: ChildProcessWithoutNullStreams;

  constructor(program: string[]) {
    this._child = spawn(pythonPath(), ['-c', PTY, ...program]);
    this._child.stdout.on('data', chunk =>
      this.messageReceived.emit({ type: 'stdout', content: [String(chunk)] })
    );
    this._child.on('exit', () =>
      this.messageReceived.emit({ type: 'disconnect' })
    );
  }

  send(message: { type: string; content?: unknown[] }): void {
    if (message.type === 'stdin') {
      this._child.stdin.write(String(message.content?.[0]));
    }
  }

  async shutdown(): Promise<void> {
    this.shutdowns++;
    this._child.kill();
  }
}

const PTY = 'import pty, sys; pty.spawn(sys.argv[1:])';
