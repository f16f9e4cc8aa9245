import type { ServiceManager } from '@jupyterlab/services';

import { FakeKernel } from './fake-session';

/** A server's kernels and kernelspecs, as `ServerShell` sees them. */
export class FakeServer {
  /** Every kernel that was started, with its options. */
  readonly started: { kernel: FakeKernel; options: unknown }[] = [];
  specs: Record<
    string,
    { name: string; language: string; argv: string[]; display_name?: string }
  > = {
    python3: { name: 'python3', language: 'python', argv: ['python'] }
  };

  default = 'python3';
  refusal: Error | null = null;

  asManager(): ServiceManager.IManager {
    return {
      kernels: { startNew: async (options: unknown) => this._start(options) },
      kernelspecs: {
        ready: Promise.resolve(),
        specs: { default: this.default, kernelspecs: this.specs }
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
