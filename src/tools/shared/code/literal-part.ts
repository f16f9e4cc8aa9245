/** Shorter texts occur in nearly every file. */
const SHORTEST = 3;

/**
 * The longest text that every match of a regular expression contains; null if
 * none is certain. Must not be wrong: files without this text are not read.
 */
export function literalPart(pattern: string): string | null {
  // Alternatives, and escapes for a character by its code.
  if (/\||\\[xuckpP0-9]/.test(pattern)) {
    return null;
  }
  const runs: string[] = [];
  let run = '';
  const end = (): void => {
    runs.push(run);
    run = '';
  };
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') {
      at++;
      if (/[\w\n]/.test(pattern[at] ?? '\n')) {
        end();
      } else {
        run += pattern[at];
      }
    } else if (character === '[') {
      end();
      at = classEnd(pattern, at);
    } else if (character === '(') {
      end();
      at = groupEnd(pattern, at);
    } else if (character === '*' || character === '?' || character === '{') {
      run = run.slice(0, -1);
      end();
      at = character === '{' ? braceEnd(pattern, at) : at;
    } else if ('+.^$'.includes(character)) {
      end();
    } else {
      run += character;
    }
  }
  end();
  const longest = runs
    .filter(one => !/\p{Cs}/u.test(one))
    .reduce((a, b) => (b.length > a.length ? b : a), '');
  return longest.length >= SHORTEST ? longest : null;
}

function classEnd(pattern: string, from: number): number {
  for (let at = from + 1; at < pattern.length; at++) {
    if (pattern[at] === '\\') {
      at++;
    } else if (pattern[at] === ']') {
      return at;
    }
  }
  return pattern.length;
}

function groupEnd(pattern: string, from: number): number {
  let depth = 0;
  for (let at = from; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') {
      at++;
    } else if (character === '[') {
      at = classEnd(pattern, at);
    } else if (character === '(') {
      depth++;
    } else if (character === ')' && --depth === 0) {
      return at;
    }
  }
  return pattern.length;
}

function braceEnd(pattern: string, from: number): number {
  const counts = /^\{\d+(,\d*)?\}/.exec(pattern.slice(from));
  return counts ? from + counts[0].length - 1 : from;
}
