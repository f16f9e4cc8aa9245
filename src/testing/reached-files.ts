import { existsSync, readFileSync } from 'fs';
import { dirname, join } from 'path';

/** `import … from`, `export … from` and what is bundled though it is awaited. */
const IMPORTS =
  /^(?:import|export) (?!type)[^;]*? from '(\.[^']+)'|"eager" \*\/ '(\.[^']+)'/gms;

/**
 * Files of ours that come with one when it is loaded, itself among them: all it
 * imports but types and what is lazy.
 */
export function reachedFiles(
  file: string,
  seen = new Set<string>()
): Set<string> {
  if (seen.has(file)) {
    return seen;
  }
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, named, awaited] of text.matchAll(IMPORTS)) {
    const found = ['.ts', '.tsx', '/index.ts']
      .map(ending => join(dirname(file), named ?? awaited) + ending)
      .find(existsSync);
    if (found) {
      reachedFiles(found, seen);
    }
  }
  return seen;
}
