import { existsSync, readFileSync } from 'fs';
import { dirname, join } from 'path';

/**
 * `import … from`, `export … from`, and an `import()` that is bundled eagerly.
 */
const IMPORTS =
  /^(?:import|export) (?!type)[^;]*? from '(\.[^']+)'|"eager" \*\/ '(\.[^']+)'/gms;

/**
 * The files of ours that are loaded with a file, including itself: everything
 * it imports, except types and what is lazy.
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
