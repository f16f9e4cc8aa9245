import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The cases of `src/testing/corpus/<name>.jsonl`, a JSON object a line; empty
 * lines and lines that begin with `//` divide it for a reader.
 *
 * @throws Error that names the line which is no JSON object, or whose `name`
 *   stands there twice.
 */
export function readCorpus<T extends { name: string }>(name: string): T[] {
  const seen = new Set<string>();
  return readFileSync(join(__dirname, `${name}.jsonl`), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '' || line.startsWith('//')) {
        return [];
      }
      const where = `${name}.jsonl, line ${index + 1}`;
      let item: T;
      try {
        item = JSON.parse(line) as T;
      } catch (error) {
        throw new Error(`${where} is not JSON: ${String(error)}`, {
          cause: error
        });
      }
      if (typeof item.name !== 'string' || seen.has(item.name)) {
        throw new Error(`${where} needs a name that no other case has.`);
      }
      seen.add(item.name);
      return [item];
    });
}
