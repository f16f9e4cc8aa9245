import { PageConfig } from '@jupyterlab/coreutils';
import type { KernelSpec, ServiceManager } from '@jupyterlab/services';

import type { ICommandRun, IShell, ITranslator } from '../../contract';
import { pathFromRoot } from '../../contract/text/path-from-root';
import { WorkspaceError } from '../../contract/ports/workspace-error';
import { Disposable } from '../../contract/util/disposable';
import { outsideError } from '../files/file-errors';
import type { CommandListeners, KernelShell } from './kernel-shell';

export interface IServerShellOptions {
  serviceManager: ServiceManager.IManager;
  trans: ITranslator;
}

/**
 * Runs commands on the server's machine, as processes of a hidden Python kernel.
 * Nothing is loaded or started before the first command.
 */
export class ServerShell extends Disposable implements IShell {
  private _hasNoProcesses = false;

  private _loaded: KernelShell | null = null;

  constructor(private readonly _options: IServerShellOptions) {
    super();
  }

  async availability(): ReturnType<IShell['availability']> {
    return (await this._pythonSpec())
      ? { ok: true }
      : { ok: false, why: this._whyNot() };
  }

  async environment(
    kernelspec: string | undefined
  ): ReturnType<IShell['environment']> {
    const name = await this._pythonSpec(kernelspec);
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
    const spec = await this._pythonSpec(kernelspec);
    if (spec) {
      const shell = await this._kernelShell();
      const run = await shell.run(spec, { ...command, cwd }, listeners);
      if (run) {
        return run;
      }
      // A Python in the browser that looked like one on a server.
      this._hasNoProcesses = true;
    }
    throw new WorkspaceError('failed', this._whyNot());
  }

  protected override release(): void {
    this._loaded?.dispose();
  }

  private _whyNot(): string {
    const { trans } = this._options;
    return isInBrowser()
      ? trans.__(
          'Commands can’t be run here: in JupyterLite everything happens in the browser, and there is no server to run them on.'
        )
      : trans.__(
          'Commands can’t be run here: this server has no Python kernel that can start programs.'
        );
  }

  private async _kernelShell(): Promise<KernelShell> {
    if (!this._loaded) {
      const { serviceManager, trans } = this._options;
      const { KernelShell } = await import('./kernel-shell');
      this._loaded ??= new KernelShell(serviceManager.kernels, trans);
      if (this.isDisposed) {
        this._loaded.dispose();
      }
    }
    return this._loaded;
  }

  /**
   * Name of a Python kernelspec: the wanted one, or else the default; null if
   * there is none.
   */
  private async _pythonSpec(wanted?: string): Promise<string | null> {
    if (this._hasNoProcesses || isInBrowser()) {
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
}

function isOnServer(
  spec: KernelSpec.ISpecModel | undefined
): spec is KernelSpec.ISpecModel {
  // A kernel that runs in the browser is not started by a command line.
  return spec?.language.toLowerCase() === 'python' && spec.argv.length > 0;
}

/** JupyterLite, whose kernels are not processes on a machine. */
export function isInBrowser(): boolean {
  return (
    PageConfig.getOption('appName') === 'JupyterLite' ||
    PageConfig.getOption('litePluginSettings') !== ''
  );
}
