import { PageConfig } from '@jupyterlab/coreutils';
import type { KernelSpec, ServiceManager } from '@jupyterlab/services';

import type {
  ICommandRun,
  IPrograms,
  IShell,
  ITranslator
} from '../../contract';
import { pathFromRoot } from '../../contract/text/path-from-root';
import { WorkspaceError } from '../../contract/ports/workspace-error';
import { Disposable } from '../../contract/util/disposable';
import { outsideError } from '../files/file-errors';
import type { CommandListeners, KernelShell } from './kernel-shell';
import type { TerminalShell } from './terminal-shell';

/** The two ways to run a command. */
interface IWays {
  kernel: KernelShell;
  terminal: TerminalShell;
}

export interface IServerShellOptions {
  serviceManager: ServiceManager.IManager;
  trans: ITranslator;
}

/**
 * Runs commands on the server's machine: as processes of a hidden Python
 * kernel, which reports the exit code and both streams, or in a terminal if
 * there is no such kernel. Nothing is loaded or started before the first
 * command.
 */
export class ServerShell extends Disposable implements IShell, IPrograms {
  private _hasNoProcesses = false;

  private _loaded: IWays | null = null;

  constructor(private readonly _options: IServerShellOptions) {
    super();
  }

  async availability(): Promise<
    { ok: true; how: 'kernel' | 'terminal' } | { ok: false; why: string }
  > {
    const { trans } = this._options;
    if (isInBrowser()) {
      return {
        ok: false,
        why: trans.__(
          'Commands can’t be run here: in JupyterLite everything happens in the browser, and there is no server to run them on.'
        )
      };
    }
    if (await this._pythonSpec()) {
      return { ok: true, how: 'kernel' };
    }
    if (this._hasTerminals()) {
      return { ok: true, how: 'terminal' };
    }
    return {
      ok: false,
      why: trans.__(
        'Commands can’t be run here: this server has no Python kernel that can start programs, and its terminals are turned off.'
      )
    };
  }

  async environment(
    kernelspec: string | undefined
  ): ReturnType<IShell['environment']> {
    const name = isInBrowser() ? null : await this._pythonSpec(kernelspec);
    const { specs } = this._options.serviceManager.kernelspecs;
    return name === null
      ? null
      : {
          kernelspec: name,
          displayName: specs?.kernelspecs[name]?.display_name ?? name
        };
  }

  async run(
    { kernelspec, ...command }: Parameters<IShell['run']>[0],
    listeners: CommandListeners
  ): Promise<ICommandRun> {
    const { trans } = this._options;
    const cwd = pathFromRoot(command.cwd);
    if (cwd === null) {
      throw outsideError(command.cwd, trans);
    }
    const asked = { ...command, cwd };
    const { kernel, terminal } = await this._ways();
    const spec = isInBrowser() ? null : await this._pythonSpec(kernelspec);
    if (spec) {
      const run = await kernel.run(spec, asked, listeners);
      if (run) {
        return run;
      }
      // A Python in the browser that looked like one on a server.
      this._hasNoProcesses = true;
    }
    const available = await this.availability();
    if (!available.ok) {
      throw new WorkspaceError('failed', available.why);
    }
    return terminal.run(asked, listeners);
  }

  async runProgram(
    program: Parameters<IPrograms['runProgram']>[0],
    signal: AbortSignal
  ): Promise<ICommandRun | null> {
    const cwd = pathFromRoot(program.cwd);
    const spec = isInBrowser() ? null : await this._pythonSpec();
    if (cwd === null || !spec) {
      return null;
    }
    const { kernel } = await this._ways();
    return kernel.run(
      spec,
      { ...program, stdin: '', cwd },
      { signal, onOutput: () => undefined }
    );
  }

  protected override release(): void {
    this._loaded?.kernel.dispose();
  }

  private async _ways(): Promise<IWays> {
    if (!this._loaded) {
      const { serviceManager, trans } = this._options;
      const { KernelShell, TerminalShell } = await import('./lazy-chunk');
      this._loaded ??= {
        kernel: new KernelShell(serviceManager.kernels, trans),
        terminal: new TerminalShell(serviceManager.terminals, trans)
      };
      if (this.isDisposed) {
        this._loaded.kernel.dispose();
      }
    }
    return this._loaded;
  }

  /**
   * Name of a Python kernelspec: the wanted one, or else the default; null if
   * there is none.
   */
  private async _pythonSpec(wanted?: string): Promise<string | null> {
    if (this._hasNoProcesses) {
      return null;
    }
    const { kernelspecs } = this._options.serviceManager;
    await kernelspecs.ready;
    const { specs } = kernelspecs;
    const usable = Object.values(specs?.kernelspecs ?? {}).filter(isOnServer);
    const chosen =
      usable.find(({ name }) => name === wanted) ??
      usable.find(({ name }) => name === specs?.default) ??
      usable.find(({ name }) => name === 'python3') ??
      usable[0];
    return chosen?.name ?? null;
  }

  private _hasTerminals(): boolean {
    return this._options.serviceManager.terminals.isAvailable();
  }
}

function isOnServer(
  spec: KernelSpec.ISpecModel | undefined
): spec is KernelSpec.ISpecModel {
  // A kernel that runs in the browser is not started by a command line.
  return spec?.language.toLowerCase() === 'python' && spec.argv.length > 0;
}

/** JupyterLite, whose kernels and terminals are not processes on a machine. */
export function isInBrowser(): boolean {
  return (
    PageConfig.getOption('appName') === 'JupyterLite' ||
    PageConfig.getOption('litePluginSettings') !== ''
  );
}
