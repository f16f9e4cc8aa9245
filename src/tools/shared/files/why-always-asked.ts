import {
  type ITranslator,
  type AlwaysAskedKind,
  alwaysAsked
} from '../../../contract';
import { spoken } from './mime-type';

/**
 * Why writing one of these files always needs a card; null if none of them
 * does.
 *
 * @param paths relative to the notebook's folder, if they are below it.
 * @param imported see `notebookImports`.
 */
export function whyAlwaysAsked(
  paths: readonly string[],
  trans: ITranslator,
  imported: ReadonlySet<string> | null
): string | null {
  for (const path of paths) {
    const kind = alwaysAsked(path, imported);
    if (kind !== null) {
      return sentence(kind, spoken(path), trans);
    }
  }
  return null;
}

function sentence(
  kind: AlwaysAskedKind,
  path: string,
  trans: ITranslator
): string {
  switch (kind) {
    case 'instructions':
      return trans.__(
        'Cellwright always asks before it writes %1, because it reads that file itself.',
        path
      );
    case 'notebook':
      return trans.__(
        'Cellwright always asks before it writes %1, because it is a notebook.',
        path
      );
    case 'hidden':
      return trans.__(
        'Cellwright always asks before it writes %1: programs keep their settings under names with a dot, and the file browser hides them.',
        path
      );
    case 'module':
      return trans.__(
        'Cellwright always asks before it writes %1: “import” would load that file instead of the library of this name.',
        path
      );
    case 'imported':
      return trans.__(
        'Cellwright always asks before it writes %1: code in the notebook may import that file, which runs it.',
        path
      );
    case 'runs':
      return trans.__(
        'Cellwright always asks before it writes %1: other tools read or run that file by themselves.',
        path
      );
  }
}
