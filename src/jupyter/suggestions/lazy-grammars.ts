import type { IGrammar, IGrammars } from '../../contract';
import type { IServices } from './editor-grammar';

/** The parsers of JupyterLab's editors, got when they are first needed. */
export class LazyGrammars implements IGrammars {
  constructor(private readonly services: IServices | null) {}

  get python(): IGrammar | null {
    return this._python;
  }

  /** Tries again where it failed: nothing but a broken connection is for ever. */
  async load(): Promise<void> {
    if (this._python || !this.services) {
      return;
    }
    this._loading ??= this.get(this.services).finally(() => {
      this._loading = null;
    });
    await this._loading;
  }

  private async get(services: IServices): Promise<void> {
    try {
      const { editorGrammar } = await import('../lazy-chunk');
      this._python = await editorGrammar(services);
    } catch (error) {
      // Its cards say so, and every code counts as `shell`.
      console.warn('Cellwright: no parser for Python', error);
    }
  }

  private _python: IGrammar | null = null;
  private _loading: Promise<void> | null = null;
}
