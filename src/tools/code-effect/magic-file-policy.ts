import {
  type IPolicyRequest,
  type IToolContext,
  pathFromRoot
} from '../../contract';
import { magicFiles } from './magic-files';
import { notebookImports } from './notebook/notebook-imports';
import { whyAlwaysAsked } from '../shared/files/why-always-asked';
import { whyFarFile } from './why-far-file';

/**
 * What the policy is told about code with a magic that writes its cell to a
 * file. It always asks, whatever the rules say, if the file is outside the
 * notebook's folder (the kernel's working directory), if it takes effect
 * automatically, or if importing it would run code that reaches out. The same
 * goes for a path that is not plain text. Files opened by the code itself are
 * not detected.
 */
export function magicFilePolicy(
  sources: string[],
  context: Pick<IToolContext, 'trans' | 'grammars' | 'notebook'>
): Partial<IPolicyRequest> {
  const { trans, grammars } = context;
  const files = sources
    .flatMap(source => magicFiles(source, grammars.python))
    .map(file => ({
      path: file && written(file.line),
      text: file?.body ?? ''
    }));
  const paths = files.map(({ path }) => path);
  const always =
    whyAlwaysAsked(
      paths.filter(path => path !== null),
      trans,
      paths.length > 0 ? notebookImports(context) : null
    ) ??
    files
      .map(({ path, text }) => path && whyFarFile(path, text, context))
      .find(Boolean) ??
    null;
  return {
    ...(paths.some(path => path === null || pathFromRoot(path) === null) && {
      elsewhere: true
    }),
    ...(always !== null && { always })
  };
}

/** The path given to the magic; null if it is not plain text. */
function written(line: string): string | null {
  const path = line
    .replace(/^(?:\s*(?:-a|--append)(?=\s|$))+/, '')
    .replace(/(?:\s(?:-a|--append)\s*)+$/, '')
    .trim();
  const quoted = /^(["'])([^"'\\]*)\1$/.exec(path);
  // IPython accepts no second word, and no leading sign except these.
  const isPlain =
    quoted !== null || /^(?:[^-"'\s\\][^"'\s\\]*(?: (?!$)|$))+$/.test(path);
  // IPython fills in variables, so the actual path is unknown.
  return isPlain && !/[${]/.test(path) ? (quoted?.[2] ?? path) : null;
}
