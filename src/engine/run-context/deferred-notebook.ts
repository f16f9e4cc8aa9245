import {
  WorkspaceError,
  isWorkspaceError,
  type INotebook,
  type ITranslator,
  type IWorkspace
} from '../../contract';
import { spoken } from '../../contract/text/spoken';

/**
 * The notebook of a run that an earlier page began. It is looked up only when
 * there is something to apply, since it may not be open yet.
 */
export class DeferredNotebook {
  private readonly _workspace: IWorkspace;
  private readonly _trans: ITranslator;
  private _found: INotebook | null = null;

  constructor(
    workspace: IWorkspace,
    readonly path: string,
    trans: ITranslator
  ) {
    this._workspace = workspace;
    this._trans = trans;
    this.look();
  }

  /** @throws WorkspaceError if it was not found yet. */
  get notebook(): INotebook {
    if (!this._found) {
      throw new WorkspaceError(
        'notebook-closed',
        this._trans.__('%1 is not open. Open it to go on.', spoken(this.path))
      );
    }
    return this._found;
  }

  get isFound(): boolean {
    return this._found !== null;
  }

  /**
   * Uses the notebook if it is open already.
   *
   * @returns whether it was found.
   */
  look(): boolean {
    try {
      this._found ??= this._workspace.bind(this.path);
    } catch (error) {
      if (!isWorkspaceError(error)) {
        throw error;
      }
      // It is not open, or not yet; `reach` opens it.
    }
    return this.isFound;
  }

  /** Uses the notebook if it is open, once its cells are loaded. */
  async arrived(): Promise<boolean> {
    if (!this.look() && this._workspace.isOpen(this.path)) {
      try {
        await this.reach();
      } catch (error) {
        if (!isWorkspaceError(error)) {
          throw error;
        }
        // It was closed meanwhile; `reach` opens it when there is something to
        // apply.
      }
    }
    return this.isFound;
  }

  /**
   * Opens the notebook if it is not open.
   *
   * @throws WorkspaceError if it is gone.
   */
  async reach(): Promise<INotebook> {
    if (!this.look()) {
      this._found = await this._workspace.open(this.path);
    }
    return this.notebook;
  }
}
