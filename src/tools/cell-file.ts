import type { IPolicyRequest } from '../contract';
import { pathFromRoot } from '../contract';

/** IPython's cells that become a file; under `%%time` and the like as well. */
const WRITES = /^\s*%%(?:writefile|file)\b(.*)$/gim;

/**
 * What the policy hears of code whose cell IPython writes to a file: one outside
 * the notebook's folder, which its kernel works in, is asked about whatever the
 * rules say. Files that code opens by itself are not found.
 */
export function filePolicy(sources: string[]): Partial<IPolicyRequest> {
  return sources.some(source =>
    [...source.normalize('NFKC').matchAll(WRITES)].some(([, line]) =>
      leaves(line)
    )
  )
    ? { elsewhere: true }
    : {};
}

function leaves(line: string): boolean {
  const path = line
    .replace(/(?:^|\s)(?:-a|--append)(?=\s|$)/g, ' ')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2');
  // IPython fills in variables, so nobody knows where that leads.
  return /[${]/.test(path) || pathFromRoot(path) === null;
}
