import {
  EXAMPLE_CELL,
  FRAME,
  type ICell,
  loadCells,
  loadedVariable,
  plotCells,
  summaryCells,
  tableCells
} from './cell-code';
import { missingValues, tableFindings } from './findings';
import { type IProfile, readProfiles, readTableHead } from './profile';
import {
  type IDemoAnswer,
  type IJob,
  type Script,
  ask,
  cellLink,
  codes,
  errorOf,
  finalAnswer,
  isTable,
  listedFiles,
  plural,
  short
} from './script';
import type { IPastCall } from './transcript';
import { hasWish, readWishes, wantsEnd } from './wishes';

/** What is wanted of a table. */
export interface ITableRequest {
  /** Its cells, in order. */
  stages: readonly Stage[];
  file?: string | null;
  /** Whether the data is made up rather than read from a file. */
  isExample?: boolean;
  /** A step of a plan has no to-do list of its own. */
  isStep?: boolean;
}

export type Stage = 'load' | 'summary' | 'table' | 'plot';

/** What the card of each cell says, and what the demo says before it. */
const STAGES: Record<Stage, [description: string, text: string]> = {
  load: [
    'Load the data',
    'The plan: load the data, summarise its columns, compare groups, draw a plot. First the loading.'
  ],
  summary: ['A first summary of the columns', 'I begin with a summary.'],
  table: ['Compare what is in the columns', 'Next, a table that compares.'],
  plot: ['See it in a plot', 'Now a plot of what stands out.']
};

/** A request that `tableJob` makes up data for. */
export const EXAMPLE = 'Make a small example data set';

/** A job on a table, from the first look at the files to the answer. */
export function* tableJob(
  { texts, kernel }: IJob,
  { file = null, isExample, isStep, ...request }: ITableRequest
): Script {
  if (!/\(python\)$|^$/i.test(kernel)) {
    return finalAnswer(
      `I am a scripted demo and write Python only; this notebook's kernel is ${kernel}. Connect a model to work in other languages.`
    );
  }
  let stages = request.stages;
  let profile: IProfile | undefined;
  let path = '';
  /** How the file has to be read: options of `read_csv`. */
  let options: string[] = [];
  const ran: Partial<Record<Stage, IPastCall>> = {};
  const leftOut: string[] = [];
  let table: ICell['table'];
  let found = { findings: [] as string[], telling: [] as string[] };
  const wishes = () => readWishes(texts, profile);

  /** Possible cells of each stage, best first. */
  const cells: Record<Stage, () => ICell[]> = {
    load: () => (isExample ? [EXAMPLE_CELL] : loadCells(path, options)),
    summary: () => summaryCells(profile!, wishes()),
    table: () => tableCells(profile!, wishes()),
    plot: () => plotCells(profile!, wishes(), found.telling)
  };

  /** A call with the to-do list beside it. @param stage none for the last item. */
  function step(
    text: string,
    name: string,
    args: Record<string, unknown>,
    stage?: Stage
  ): IDemoAnswer {
    const at = stage ? stages.indexOf(stage) : stages.length;
    const todos = [
      ...stages.map(each => STAGES[each][0]),
      'Report what was found'
    ].map((content, index) => ({
      content,
      status:
        index < at || !stage
          ? 'completed'
          : index > at
            ? 'pending'
            : 'in_progress'
    }));
    const calls = isStep ? [] : [{ name: 'write_todos', args: { todos } }];
    return { text, calls: [...calls, { name, args }] };
  }

  /** Finds the file and reads its head; returns an answer if there is none. */
  function* look(): Script<IDemoAnswer | void> {
    const files = listedFiles(
      yield step(
        'I am the scripted demo model. First I look at what is there.',
        'list_files',
        // Tables would be lost among many files.
        file === null ? { pattern: '*.{csv,tsv,tab}' } : {},
        'load'
      )
    );
    const tables = files.filter(isTable);
    const wanted = file ?? tables[0];
    const others = tables.filter(each => each !== wanted).slice(0, 3);
    const read =
      wanted &&
      (yield ask(`I read the head of ${wanted}.`, 'read_file', {
        path: wanted
      }));
    if (!read || read.outcome !== 'done') {
      return finalAnswer(
        `I found no ${wanted ? `file ${wanted}` : 'CSV file'} beside this notebook that I can read. What I found: ${codes(files) || 'nothing'}.`,
        others.map(each => `Explore ${each}`).concat(EXAMPLE)
      );
    }
    // A file that is found elsewhere is named in the first line.
    const text = read.text.replace(/^There is no .*\n/, '');
    path = /^(.+?): /.exec(text)?.[1] ?? wanted;
    options = readTableHead(text);
  }

  /** Reads the columns of the data frame from the kernel. */
  function* inspect(): Script<void> {
    const variable = loadedVariable(String(ran.load?.ran.code ?? ''));
    const { text } = yield ask(
      'I look at the columns: their types, and what is missing.',
      'inspect_variables',
      variable === FRAME ? { names: [FRAME] } : {}
    );
    const profiles = readProfiles(text);
    profile = profiles.find(each => each.variable === variable) ?? profiles[0];
  }

  /** Proposes a cell until it ran or is left out, never the same code twice. */
  function* propose(stage: Stage): Script<void> {
    const [description, text] = STAGES[stage];
    const tried = new Set<string>();
    let cellId: string | null = null;
    let cell: ICell | undefined = cells[stage]()[0];
    while (cell) {
      const { code } = cell;
      const result: IPastCall = yield cellId === null
        ? step(
            tried.size === 0 ? text : '',
            'jupyter_cell',
            { code, description },
            stage
          )
        : step('', 'edit_cell', { cell_id: cellId, code, run: true }, stage);
      const { outcome, reason } = result;
      if (outcome === 'done') {
        ran[stage] = result;
        if (stage === 'table') {
          // Nobody but the person knows what their own code shows.
          table = result.edited ? undefined : cell.table;
          found = tableFindings(result, table);
        }
        return;
      }
      cellId = result.cellId ?? cellId;
      tried.add(code);
      const goesOn =
        outcome === 'failed' || (hasWish(reason, profile) && !wantsEnd(reason));
      cell = goesOn
        ? cells[stage]().find(each => !tried.has(each.code))
        : undefined;
      if (!cell) {
        const why =
          outcome === 'failed'
            ? `it failed: ${errorOf(result.text)}`
            : `you rejected it${reason ? `: “${short(reason)}”` : ''}`;
        leftOut.push(
          `${stage === 'load' ? 'loading' : `the ${stage}`} (${why})`
        );
      }
    }
  }

  if (!stages.includes('load')) {
    yield* inspect();
  }
  if (!profile) {
    stages = [...new Set<Stage>(['load', ...stages])];
    const failure = isExample ? undefined : yield* look();
    if (failure) {
      return failure;
    }
    yield* propose('load');
    if (!ran.load) {
      return finalAnswer(
        `Without the data there is nothing I could compute. Left out: ${leftOut.join('; ')}.`,
        [EXAMPLE]
      );
    }
    yield* inspect();
  }
  const data = profile as IProfile | undefined;
  const name = isExample
    ? 'The example'
    : path.split('/').pop() || `\`${data?.variable}\``;
  if (!data?.rows || data.columns.length === 0) {
    return finalAnswer(
      data
        ? `**${name}** has ${data.columns.length} columns but no rows, so there is nothing to compute: ${codes(data.columns.map(column => column.name))}.`
        : 'I found no data frame in the kernel, and tables are all I can look at.',
      [EXAMPLE]
    );
  }
  for (const stage of stages) {
    if (stage !== 'load' && !texts.slice(1).some(wantsEnd)) {
      yield* propose(stage);
    }
  }
  yield step(
    'I look at the notebook once more before I answer.',
    'read_notebook',
    {}
  );

  const loaded = ran.load ? `, loaded in ${cellLink(ran.load)}` : '';
  const by = table?.by ?? wishes().by ?? data.categories[0];
  const [other] = data.categories.filter(each => each !== by);
  const [measure] = data.measures;
  return finalAnswer(
    [
      `**${name}** has ${plural(data.rows, 'row')} and ${plural(data.columns.length, 'column')}${loaded}.`,
      '',
      `- ${missingValues(data)}`,
      ...found.findings.map(finding => `- ${finding}`),
      ...(ran.plot ? [`- The plot is in ${cellLink(ran.plot)}.`] : []),
      ...(leftOut.length > 0 ? ['', `Left out: ${leftOut.join('; ')}.`] : [])
    ].join('\n'),
    // Only what the demo can do.
    [
      other && `Compare by ${other}`,
      measure && `Plot the distribution of ${measure}`,
      ran.plot && 'Now with a log scale'
    ].filter(each => typeof each === 'string')
  );
}
