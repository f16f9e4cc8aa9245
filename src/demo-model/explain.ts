import type { IWholeCell } from './reading/read-outline';

/** What can be said about a cell from the words in it, and no more. */
export function explain({ type, source }: IWholeCell): string[] {
  if (type !== 'code') {
    const heading = /^#+(?!#)(.*)/m.exec(source)?.[1].trim();
    return [
      heading
        ? `It is text, headed “${heading}”.`
        : 'It is text and runs nothing.'
    ];
  }
  const lines = source
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'));
  const said = lines
    .map(describeLine)
    .filter((line): line is string => line !== null);
  const last = lines.at(-1) ?? '';
  if (
    /^[\w.]+(\(.*\)|\[.*\])*$/.test(last) &&
    !/^(print|plt\.show)\b/.test(last)
  ) {
    said.push(`It shows \`${last}\`, its last line.`);
  }
  return said.length > 0
    ? [...new Set(said)].slice(0, 12)
    : [
        `It has ${lines.length} lines of code that I, a script, can't put into words.`
      ];
}

type Describe = (match: RegExpExecArray) => string;

const PATTERNS: [RegExp, Describe][] = [
  [/^(?:from|import)\s+([\w.]+)/, m => `It imports \`${m[1]}\`.`],
  [
    /^(\w+)\s*=\s*(?:\w+\.)?read_(\w+)\(\s*["']([^"']+)["']/,
    m => `It reads the ${m[2]} file \`${m[3]}\` into \`${m[1]}\`.`
  ],
  [
    /^(?:async )?def (\w+)\(([^)]*)\)/,
    m => `It defines the function \`${m[1]}(${m[2]})\`.`
  ],
  [/^class (\w+)/, m => `It defines the class \`${m[1]}\`.`],
  [
    /^for (.+?) in (.+):/,
    m => `It repeats something for each \`${m[1]}\` in \`${m[2]}\`.`
  ],
  [/^if (.+):/, m => `It does something only if \`${m[1]}\`.`],
  [/groupby\(\[?["']([^"']+)["']/, m => `It groups rows by \`${m[1]}\`.`],
  [
    /\.(describe|corr|value_counts|mean|median|sum)\(/,
    m => `It computes with \`${m[1]}()\`.`
  ],
  [
    /\b(?:plt|ax|df|sns)\.(\w*(?:plot|scatter|hist|bar)\w*)/,
    m => `It draws with \`${m[1]}\`.`
  ],
  [/^(\w+)\s*=(?!=)/, m => `It sets \`${m[1]}\`.`],
  [/^print\((.*)\)$/, m => `It prints \`${m[1]}\`.`]
];

function describeLine(line: string): string | null {
  for (const [pattern, describe] of PATTERNS) {
    const match = pattern.exec(line);
    if (match) {
      return describe(match);
    }
  }
  return null;
}
