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
 * What the policy hears of code whose cell IPython writes to a file: one outside
 * the notebook's folder, which its kernel works in, and one that does something
 * by itself, or whose code reaches out once it is imported, is asked about
 * whatever the rules say. So is one whose path is no plain text. Files that code opens by itself are not found.
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

/** The path that stands behind the magic; null for one that is not plain. */
function written(line: string): string | null {
  const path = line
    .replace(/^(?:\s*(?:-a|--append)(?=\s|$))+/, '')
    .replace(/(?:\s(?:-a|--append)\s*)+$/, '')
    .trim();
  const quoted = /^(["'])([^"'\\]*)\1$/.exec(path);
  // IPython takes no second word, and none that begins with a sign but these.
  const isPlain =
    quoted !== null || /^(?:[^-"'\s\\][^"'\s\\]*(?: (?!$)|$))+$/.test(path);
  // IPython fills in variables, so nobody knows where that leads.
  return isPlain && !/[${]/.test(path) ? (quoted?.[2] ?? path) : null;
}
