import type { IGrammar, IGrammars } from '../../contract';
import type { IServices } from './editor-grammar';

/** The parsers of JupyterLab's editors, fetched when first needed. */
export class LazyGrammars implements IGrammars {
  private _python: IGrammar | null = null;

  private _loading: Promise<void> | null = null;

  constructor(private readonly _services: IServices | null) {}

  get python(): IGrammar | null {
    return this._python;
  }

  /** Tries again after a failure, which may have been a broken connection. */
  async load(): Promise<void> {
    if (this._python || !this._services) {
      return;
    }
    this._loading ??= this._get(this._services).finally(() => {
      this._loading = null;
    });
    await this._loading;
  }

  private async _get(services: IServices): Promise<void> {
    try {
      const { editorGrammar } = await import('../lazy-chunk');
      this._python = await editorGrammar(services);
    } catch (error) {
      // Cards say so, and all code counts as `shell`.
      console.warn('Cellwright: no parser for Python', error);
    }
  }
}
