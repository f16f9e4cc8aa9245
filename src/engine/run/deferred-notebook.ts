import { WorkspaceError, isWorkspaceError } from '../../contract';
import type { INotebook, ITranslator, IWorkspace } from '../../contract';

/**
 * The notebook of a run that an earlier page began: looked for when there is
 * something to apply, since it need not be open yet.
 */
export class DeferredNotebook {
  readonly #workspace: IWorkspace;
  readonly #trans: ITranslator;
  #found: INotebook | null = null;

  constructor(
    workspace: IWorkspace,
    readonly path: string,
    trans: ITranslator
  ) {
    this.#workspace = workspace;
    this.#trans = trans;
    this.look();
  }

  /** @throws WorkspaceError where it was not found yet. */
  get notebook(): INotebook {
    if (!this.#found) {
      throw new WorkspaceError(
        'notebook-closed',
        this.#trans.__('%1 is not open. Open it to go on.', this.path)
      );
    }
    return this.#found;
  }

  get isFound(): boolean {
    return this.#found !== null;
  }

  /** Takes it where it is open already. */
  look(): boolean {
    try {
      this.#found ??= this.#workspace.bind(this.path);
    } catch (error) {
      if (!isWorkspaceError(error)) {
        throw error;
      }
      // Not open, or not yet: `reach` opens it.
    }
    return this.isFound;
  }

  /** Opens it where it is not open. @throws WorkspaceError where it is gone. */
  async reach(): Promise<INotebook> {
    if (!this.look()) {
      this.#found = await this.#workspace.open(this.path);
    }
    return this.notebook;
  }
}
