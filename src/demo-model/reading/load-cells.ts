import { quote } from './quote';
import type { ITableHead } from './table-head';
import type { IWishes } from './wishes';

/** The facts that the loading cell is made from. */
export interface ILoadFacts {
  /** Path as in code, from the notebook's folder; null to make data up. */
  path: string | null;
  head: ITableHead | null;
  wishes: IWishes;
  /** The errors of earlier attempts. */
  errors: string;
}

/** Possible ways to load the data, best first. */
export function loadCells(facts: ILoadFacts): string[] {
  const { path, head, wishes, errors } = facts;
  const name = wishes.variable ?? 'df';
  if (path === null) {
    return [madeUp(name)];
  }
  const options = readOptions(head, wishes);
  const undated = options.filter(
    option => !/^(parse_dates|dayfirst)/.test(option)
  );
  const encoded = ['encoding="latin-1"'];
  const lenient = ['sep=None', 'engine="python"', 'on_bad_lines="skip"'];
  const cells: string[] = [];
  const add = (file: string, extra: string[]) =>
    cells.push(readCell(name, file, extra));
  if (/FileNotFoundError/.test(errors)) {
    add(path.split('/').pop() ?? path, options);
  }
  if (/UnicodeDecodeError/.test(errors)) {
    add(path, [...options, ...encoded]);
  }
  if (/ParserError/.test(errors)) {
    add(path, lenient);
    add(path, [...lenient, ...encoded]);
  }
  if (/parse_dates|[Dd]ate/.test(errors)) {
    add(path, undated);
  }
  add(path, options);
  add(path, undated);
  return cells;
}

function readCell(name: string, file: string, options: string[]): string {
  const args = [quote(file), ...options].join(', ');
  return `import pandas as pd\n\n${name} = pd.read_csv(${args})\n${name}.head()`;
}

function readOptions(head: ITableHead | null, wishes: IWishes): string[] {
  const separator = wishes.separator ?? head?.separator ?? ',';
  const options: string[] = [];
  if (separator !== ',') {
    options.push(`sep=${quote(separator)}`);
  }
  if (head?.decimalComma) {
    options.push('decimal=","');
  }
  if (head?.thousandsDot) {
    options.push('thousands="."');
  }
  if (head && head.dates.length > 0) {
    options.push(`parse_dates=[${head.dates.map(quote).join(', ')}]`);
    if (head.dayFirst) {
      options.push('dayfirst=True');
    }
  }
  return options;
}

function madeUp(name: string): string {
  return `import numpy as np
import pandas as pd

# Made up, to have something to look at.
rng = np.random.default_rng(7)
rows = 120
${name} = pd.DataFrame(
    {
        "city": rng.choice(["Bern", "Lyon", "Porto"], rows),
        "age": rng.integers(18, 80, rows),
        "income": rng.normal(3000, 600, rows).round(2),
    }
)
${name}["spending"] = (${name}["income"] * rng.uniform(0.4, 0.8, rows)).round(2)
${name}.head()`;
}

/** The variable that holds the data, judged by the code that actually ran. */
export function loadedVariable(code: string): string | null {
  const read = [
    ...code.matchAll(
      /^([A-Za-z_]\w*)\s*(?::[^=\n]+)?=\s*(?:\w+\.)?(?:read_\w+|DataFrame)\s*\(/gm
    )
  ].pop();
  const assigned = [
    ...code.matchAll(/^([A-Za-z_]\w*)\s*(?::[^=\n]+)?=(?!=)/gm)
  ].pop();
  return read?.[1] ?? assigned?.[1] ?? null;
}
