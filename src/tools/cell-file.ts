import type { IPolicyRequest, IToolContext } from '../contract';
import { pathFromRoot } from '../contract';
import { whyAlways } from './why-always';

/** IPython's cells that become a file; under `%%time` and the like as well. */
const WRITES = /^\s*%%(?:writefile|file)\b(.*)$/gim;

/**
 * What the policy hears of code whose cell IPython writes to a file: one outside
 * the notebook's folder, which its kernel works in, and one that does something
 * by itself is asked about whatever the rules say. Files that code opens by
 * itself are not found.
 */
export function filePolicy(
  sources: string[],
  { trans }: Pick<IToolContext, 'trans'>
): Partial<IPolicyRequest> {
  const paths = sources.flatMap(source =>
    [...source.normalize('NFKC').matchAll(WRITES)].map(([, line]) =>
      written(line)
    )
  );
  const always = whyAlways(paths, trans);
  return {
    ...(paths.some(leaves) && { elsewhere: true }),
    ...(always !== null && { always })
  };
}

/** The path that stands behind the magic. */
function written(line: string): string {
  return line
    .replace(/(?:^|\s)(?:-a|--append)(?=\s|$)/g, ' ')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2');
}

function leaves(path: string): boolean {
  // IPython fills in variables, so nobody knows where that leads.
  return /[${]/.test(path) || pathFromRoot(path) === null;
}
