import { type IDemoAnswer, finalAnswer } from '../reading/demo-answer';
import { type IDataState, isTable } from './data-state';

/** Ends a job that found no table. @param wanted the file that was named. */
export function nothingToLoad(
  state: IDataState,
  wanted: string | null,
  words: string
): IDemoAnswer {
  const found = state.files ?? [];
  const what = wanted === null ? 'no CSV file' : `no file ${wanted}`;
  const there =
    found.length > 0
      ? `What I found: ${found
          .slice(0, 10)
          .map(file => `\`${file}\``)
          .join(', ')}.`
      : 'The folder is empty.';
  const tables = found.filter(isTable);
  return finalAnswer(
    `I found ${what} beside this notebook. ${there} Put a CSV file there, or name one with its path.`,
    tables.length > 0
      ? tables.map(file => `Explore ${file}`)
      : ['Make a small example data set'],
    words
  );
}

/** How `read_file` says that a file is empty. */
const EMPTY = /^[^\n]*\. It is empty: /;

/** Ends a job whose file has nothing to load; null if it has. */
export function emptyFile(
  state: IDataState,
  words: string
): IDemoAnswer | null {
  const others = (state.files ?? [])
    .filter(isTable)
    .filter(file => file !== state.csv);
  return EMPTY.test(state.headText)
    ? finalAnswer(
        `\`${state.csv}\` is empty: there is nothing in it to load. Name another file, or ask me again once it holds a table.`,
        others.length > 0
          ? others.map(file => `Explore ${file}`)
          : ['Make a small example data set'],
        words
      )
    : null;
}

/** Ends a job whose data was not loaded, because it was rejected or did not work. */
export function withoutData(
  state: IDataState,
  name: string,
  words: string
): IDemoAnswer {
  const last = state.attempts.load.at(-1)?.call;
  const missing = /No module named '(\w+)/.exec(last?.text ?? '');
  const why = missing
    ? `The kernel has no package ${missing[1]}. Install it with \`%pip install ${missing[1]}\` and ask me again.`
    : last?.outcome === 'rejected'
      ? 'Without the data there is nothing I could compute. Say which file to load, or how, and I try again.'
      : `Loading ${name} did not work, so there is nothing I could compute. The last error was: ${last?.text.split('\n')[1] ?? 'not told'}`;
  return finalAnswer(
    why,
    (state.files ?? []).filter(isTable).map(file => `Explore ${file}`),
    words
  );
}
