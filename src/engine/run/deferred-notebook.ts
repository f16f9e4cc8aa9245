import {
  NO_KERNEL,
  WorkspaceError,
  ifRefused,
  isWorkspaceError,
  type INotebook,
  type ITranslator,
  type IWorkspace
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { fileName } from '../../contract/text/path-from-root';

/**
 * The notebook of a run that an earlier page began. JupyterLab may open it later
 * than the conversation; until then it reads as one that is closed.
 */
export class DeferredNotebook {
  readonly notebook: INotebook;
  private _found: INotebook | null = null;

  constructor(
    private readonly _workspace: IWorkspace,
    readonly path: string,
    trans: ITranslator
  ) {
    this.notebook = new Proxy(closedNotebook(path, trans), {
      get: (closed, name) => {
        const from = this._look() ?? closed;
        const value: unknown = Reflect.get(from, name);
        return typeof value === 'function' ? value.bind(from) : value;
      }
    });
  }

  /** Uses the notebook if it is open, once its cells are loaded. */
  async arrived(): Promise<boolean> {
    if (!this._look() && this._workspace.isOpen(this.path)) {
      // If it was closed meanwhile, `reach` opens it when there is something to
      // apply.
      await this.reach().catch(ifRefused(undefined));
    }
    return this._found !== null;
  }

  /**
   * Opens the notebook if it is not open.
   *
   * @throws WorkspaceError if it is gone.
   */
  async reach(): Promise<void> {
    this._found = this._look() ?? (await this._workspace.open(this.path));
  }

  /** Uses the notebook if it is open already. */
  private _look(): INotebook | null {
    try {
      this._found ??= this._workspace.bind(this.path);
    } catch (error) {
      if (!isWorkspaceError(error)) {
        throw error;
      }
      // It is not open, or not yet; `reach` opens it.
    }
    return this._found;
  }
}

/** A notebook that is not open: its cells and its kernel cannot be used. */
function closedNotebook(path: string, trans: ITranslator): INotebook {
  const fail = (): never => {
    throw new WorkspaceError(
      'notebook-closed',
      trans.__('%1 is not open. Open it to go on.', spoken(path))
    );
  };
  const reject = async (): Promise<never> => fail();
  return {
    path,
    name: fileName(path),
    identity: { root: '', path, id: null, cells: [] },
    kernel: NO_KERNEL,
    readOnly: true,
    isOpen: false,
    activeCellId: null,
    spareCellId: null,
    ranCode: [],
    cells: fail,
    cell: fail,
    outputs: fail,
    newCellId: fail,
    snapshot: fail,
    identify: fail,
    markOf: fail,
    runOf: fail,
    mark: fail,
    insertCell: reject,
    setSource: reject,
    deleteCell: reject,
    moveCell: reject,
    runScratch: reject,
    runCell: reject,
    inspect: reject,
    restore: reject,
    recall: reject,
    save: reject,
    restartKernel: reject
  };
}
