import { IEditorLanguageRegistry } from '@jupyterlab/codemirror';
import type { Token } from '@lumino/coreutils';

import type { IGrammar } from '../../contract';

/** Looks up JupyterLab's services by token, as its application object does. */
export interface IServices {
  resolveOptionalService<T>(token: Token<T>): Promise<T | null>;
}

/**
 * The parser that JupyterLab's own editors use for Python: taken from its
 * registry, so that no second copy is bundled.
 *
 * @returns null if there is none.
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
