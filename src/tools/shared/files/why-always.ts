import {
  type ITranslator,
  type SelfRunningKind,
  selfRunning
} from '../../../contract';
import { spoken } from './mime-type';

/**
 * Why one of these files is never written without a card; null where none is such.
 *
 * @param paths from the notebook's folder, where they are below it.
 * @param imported see `notebookImports`.
 */
export function whyAlways(
  paths: readonly string[],
  trans: ITranslator,
  imported: ReadonlySet<string> | null
): string | null {
  for (const path of paths) {
    const kind = selfRunning(path, imported);
    if (kind !== null) {
      return sentence(kind, spoken(path), trans);
    }
  }
  return null;
}

function sentence(
  kind: SelfRunningKind,
  path: string,
  trans: ITranslator
): string {
  switch (kind) {
    case 'instructions':
      return trans.__(
        'It always asks before it writes %1: Cellwright itself reads that file.',
        path
      );
    case 'notebook':
      return trans.__(
        'It always asks before it writes %1: that is a notebook.',
        path
      );
    case 'hidden':
      return trans.__(
        'It always asks before it writes %1: programs keep their settings under names with a dot, and the file browser hides them.',
        path
      );
    case 'module':
      return trans.__(
        'It always asks before it writes %1: “import” would load that file in the place of the library of this name.',
        path
      );
    case 'imported':
      return trans.__(
        'It always asks before it writes %1: code in the notebook may import that file, which runs it.',
        path
      );
    case 'runs':
      return trans.__(
        'It always asks before it writes %1: other tools read or run that file by themselves.',
        path
      );
  }
}
