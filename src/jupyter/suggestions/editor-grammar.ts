import { IEditorLanguageRegistry } from '@jupyterlab/codemirror';
import type { Token } from '@lumino/coreutils';

import type { IGrammar } from '../../contract';

/** Where services of JupyterLab are had by their token; the application is one. */
export interface IServices {
  resolveOptionalService<T>(token: Token<T>): Promise<T | null>;
}

/**
 * The parser that JupyterLab's own editors use for Python: of its registry, so
 * that no second copy is bundled.
 *
 * @returns null where there is none.
 */
export async function editorGrammar(
  services: IServices
): Promise<IGrammar | null> {
  const registry = await services.resolveOptionalService(
    IEditorLanguageRegistry
  );
  const language = await registry?.getLanguage('text/x-python');
  const parser = language?.support?.language.parser;
  return parser ?? null;
}
