import type { ISyntaxNode } from './parse-syntax';

/** One imported name. */
export interface IImported {
  /** Empty for `import x`. */
  module: string;
  /** `*` for all names. */
  name: string;
  /** The full path: `pandas.compat.os`. */
  path: string;
  alias: string | null;
  /** The import statement. */
  node: ISyntaxNode;
}

/** What an import statement binds, in order. */
export function importedNames(
  node: ISyntaxNode,
  text: (node: ISyntaxNode) => string
): IImported[] {
  const { children } = node;
  const found: IImported[] = [];
  const isFrom = children[0]?.name === 'from';
  const at = children.findIndex(({ name }) => name === 'import');
  const module = isFrom
    ? children
        .slice(1, at)
        .map(each => text(each))
        .join('')
    : '';
  let name = '';
  let alias: string | null = null;
  const end = (): void => {
    if (name !== '') {
      const path = isFrom ? `${module}.${name}` : name;
      found.push({ module, name, path, alias, node });
    }
    name = '';
    alias = null;
  };
  children.slice(at + 1).forEach((child, index, rest) => {
    if (child.name === ',') {
      end();
    } else if (rest[index - 1]?.name === 'as') {
      alias = text(child);
    } else if (/^(?:VariableName|\.|\*)$/.test(child.name)) {
      name += text(child);
    }
  });
  end();
  return found;
}
