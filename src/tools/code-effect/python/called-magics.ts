import type { ISyntax } from './syntax/parse-syntax';
import { PythonTexts } from './python-texts';
import { WorkBudget } from './syntax/work-budget';
import { PythonTree } from './syntax/python-tree';

/** A cell's magic, from the call that IPython turns it into. */
export interface ICalledMagic {
  /** Without percent signs. */
  name: string;
  line: string;
  body: string;
}

/** The cell magics that are called; null for one that is not plain text. */
export function calledMagics(
  code: string,
  syntax: ISyntax,
  work = new WorkBudget(code.length)
): (ICalledMagic | null)[] {
  const tree = new PythonTree(code, syntax, work);
  const texts = new PythonTexts(tree);
  return tree.nodes
    .filter(
      ({ name, children }) =>
        name === 'CallExpression' &&
        children[1] !== undefined &&
        tree.lastName(children[0]) === 'run_cell_magic'
    )
    .map(({ children }) => {
      const args = tree.argumentsOf(children[1]);
      const [name, line, body] = args.positional.map(each =>
        texts.wholeText(each)
      );
      return args.isOpen ||
        args.named.size > 0 ||
        name === undefined ||
        name === null ||
        line === null ||
        body === null
        ? null
        : {
            name: name.replace(/^%+/, ''),
            line: line ?? '',
            body: body ?? ''
          };
    });
}
