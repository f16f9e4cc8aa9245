import {
  EXAMPLE_CELL,
  FRAME,
  type ICell,
  type ITable,
  groupColumn,
  loadCells,
  loadedVariable,
  plotCells,
  summaryCells,
  tableCells
} from './cell-code';
import { type IFindings, frameFindings, tableFindings } from './findings';
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
  plural,
  short
} from './script';
import type { IPastCall } from './transcript';
import { hasWish, readWishes, wantsEnd } from './wishes';

/** The cells of a job on a table, in order. */
export type Stage = 'load' | 'summary' | 'table' | 'plot';

/** What is wanted of a table. */
export interface ITableRequest {
  stages: readonly Stage[];
  file?: string | null;
  /** Whether the data is made up rather than read from a file. */
  isExample?: boolean;
  /** Whether numeric columns are compared with each other, rather than groups. */
  correlates?: boolean;
  /** A step of a plan has no to-do list of its own. */
  isStep?: boolean;
}

/** What the card of each cell says, and what the demo says before it. */
const STAGES: Record<Stage, { description: string; text: string }> = {
  load: {
    description: 'Load the data',
    text: 'The plan: load the data, summarise its columns, compare groups, draw a plot. First the loading.'
  },
  summary: {
    description: 'A first summary of the columns',
    text: 'I begin with a summary.'
  },
  table: {
    description: 'Compare what is in the columns',
    text: 'Next, a table that compares.'
  },
  plot: {
    description: 'See it in a plot',
    text: 'Now a plot of what stands out.'
  }
};

/** The last item of the to-do list. */
const REPORT = 'Report what was found';

const EXAMPLE = 'Make a small example data set';

export function tableJob(job: IJob, request: ITableRequest): Script {
  return new TableJob(job, request).play();
}

/** A job on a table, from the first look at the files to the answer. */
class TableJob {
  private _profile: IProfile | null = null;
  private _path = '';
  /** How the file has to be read: options of `read_csv`. */
  private _options: string[] = [];
  private _ran: Partial<Record<Stage, IPastCall>> = {};
  /** What the table shows; null if a person changed its code. */
  private _table: ITable | null = null;
  private _found: IFindings = { findings: [], telling: [] };
  private _leftOut: string[] = [];
  private _stages: Stage[];

  constructor(
    private _job: IJob,
    private _request: ITableRequest
  ) {
    this._stages = [..._request.stages];
  }

  *play(): Script {
    const { kernel, texts } = this._job;
    if (!/\(python\)$|^$/i.test(kernel)) {
      return finalAnswer(
        `I am a scripted demo and write Python only; this notebook's kernel is ${kernel}. Connect a model to work in other languages.`
      );
    }
    if (!this._stages.includes('load')) {
      yield* this._inspect();
    }
    const failure = this._profile ? null : yield* this._load();
    if (failure) {
      return failure;
    }
    for (const stage of this._stages) {
      if (stage !== 'load' && !texts.slice(1).some(wantsEnd)) {
        yield* this._cell(stage);
      }
    }
    yield this._step(
      'I look at the notebook once more before I answer.',
      'read_notebook',
      {},
      REPORT
    );
    return finalAnswer(this._answer(), this._next());
  }

  /** Loads the data and looks at its columns; returns an answer if that fails. */
  private *_load(): Script<IDemoAnswer | null> {
    const { isExample } = this._request;
    this._stages = ['load', ...this._stages.filter(stage => stage !== 'load')];
    const failure = isExample ? null : yield* this._look();
    if (failure) {
      return failure;
    }
    yield* this._cell('load');
    if (!this._ran.load) {
      return finalAnswer(
        `Without the data there is nothing I could compute. Left out: ${this._leftOut.join('; ')}.`,
        [EXAMPLE]
      );
    }
    yield* this._inspect();
    const { rows = 0, columns = [] } = this._profile ?? {};
    return rows > 0 && columns.length > 0
      ? null
      : finalAnswer(
          this._profile
            ? `**${this._name}** has ${columns.length} columns but no rows, so there is nothing to compute: ${codes(columns.map(({ name }) => name))}.`
            : 'I found no data frame in the kernel, and tables are all I can look at.',
          [EXAMPLE]
        );
  }

  /** Finds the file and reads its head; returns an answer if there is none. */
  private *_look(): Script<IDemoAnswer | null> {
    const { file = null } = this._request;
    const files = listedFiles(
      yield this._step(
        'I am the scripted demo model. First I look at what is there.',
        'list_files',
        // Tables would be lost among many files.
        file === null ? { pattern: '*.{csv,tsv,tab}' } : {},
        STAGES.load.description
      )
    );
    const tables = files.filter(isTable);
    const path = file ?? tables[0];
    const others = tables.filter(each => each !== path).slice(0, 3);
    const read =
      path === undefined
        ? null
        : yield ask(
            `I read the head of ${path}.${file === null && others.length > 0 ? ` There are also ${others.join(', ')}; name one to have it instead.` : ''}`,
            'read_file',
            { path }
          );
    if (read?.outcome !== 'done') {
      return finalAnswer(
        `I found no ${path === undefined ? 'CSV file' : `file ${path}`} beside this notebook that I can read. What I found: ${codes(files) || 'nothing'}.`,
        others.map(each => `Explore ${each}`).concat(EXAMPLE)
      );
    }
    // A file that is found elsewhere is named in the first line.
    const text = read.text.replace(/^There is no .*\n/, '');
    this._path = /^(.+?): /.exec(text)?.[1] ?? String(path);
    this._options = readTableHead(text);
    return null;
  }

  /** Reads the columns of the data frame from the kernel. */
  private *_inspect(): Script<void> {
    const variable = loadedVariable(String(this._ran.load?.ran.code ?? ''));
    const { text } = yield ask(
      'I look at the columns: their types, and what is missing.',
      'inspect_variables',
      variable === FRAME ? { names: [FRAME] } : {}
    );
    const profiles = readProfiles(text);
    this._profile =
      profiles.find(profile => profile.variable === variable) ??
      profiles[0] ??
      null;
  }

  /** Proposes a cell until it ran or is left out, never the same code twice. */
  private *_cell(stage: Stage): Script<void> {
    const { description, text } = STAGES[stage];
    const tried = new Set<string>();
    let cellId: string | null = null;
    let cell: ICell | undefined = this._cells(stage)[0];
    while (cell) {
      const { code, table = null } = cell;
      const result: IPastCall = yield cellId === null
        ? this._step(
            tried.size === 0 ? text : '',
            'jupyter_cell',
            { code, description },
            description
          )
        : this._step(
            '',
            'edit_cell',
            { cell_id: cellId, code, run: true },
            description
          );
      const { outcome, reason, edited } = result;
      if (outcome === 'done') {
        this._ran[stage] = result;
        if (stage === 'table') {
          this._table = edited ? null : table;
          this._found = tableFindings(result, this._table);
        }
        return;
      }
      cellId = result.cellId ?? cellId;
      tried.add(code);
      cell =
        outcome === 'failed' ||
        (hasWish(reason, this._profile) && !wantsEnd(reason))
          ? this._cells(stage).find(each => !tried.has(each.code))
          : undefined;
      if (!cell) {
        const why =
          outcome === 'failed'
            ? `it failed: ${errorOf(result.text)}`
            : `you rejected it${reason ? `: “${short(reason)}”` : ''}`;
        this._leftOut.push(
          `${stage === 'load' ? 'loading' : `the ${stage}`} (${why})`
        );
      }
    }
  }

  /** Possible cells of a stage, best first. */
  private _cells(stage: Stage): ICell[] {
    const { isExample, correlates = false } = this._request;
    const profile = this._profile as IProfile;
    switch (stage) {
      case 'load':
        return isExample
          ? [EXAMPLE_CELL]
          : loadCells(this._path, this._options);
      case 'summary':
        return summaryCells(profile, this._wishes);
      case 'table':
        return tableCells(profile, this._wishes, correlates);
      case 'plot':
        return plotCells(profile, this._wishes, this._found.telling);
    }
  }

  private get _wishes() {
    return readWishes(this._job.texts, this._profile);
  }

  /** A call with the to-do list beside it. @param current its item at work. */
  private _step(
    text: string,
    name: string,
    args: Record<string, unknown>,
    current: string
  ): IDemoAnswer {
    const { isStep } = this._request;
    const all = [
      ...this._stages.map(stage => STAGES[stage].description),
      REPORT
    ];
    const at = all.indexOf(current);
    const now = current === REPORT ? 'completed' : 'in_progress';
    const todos = all.map((content, index) => ({
      content,
      status: index < at ? 'completed' : index > at ? 'pending' : now
    }));
    const calls = isStep ? [] : [{ name: 'write_todos', args: { todos } }];
    return { text, calls: [...calls, { name, args }] };
  }

  private get _name(): string {
    return this._request.isExample
      ? 'The example'
      : this._path.split('/').pop() || `\`${this._profile?.variable}\``;
  }

  /** What was found, based only on outputs that exist. */
  private _answer(): string {
    const { load, plot } = this._ran;
    const profile = this._profile as IProfile;
    const link = (cell: IPastCall) => cellLink(cell.cellId, cell.count);
    return [
      `**${this._name}** has ${plural(profile.rows, 'row')} and ${plural(profile.columns.length, 'column')}${load ? `, loaded in ${link(load)}` : ''}.`,
      '',
      ...[
        ...frameFindings(profile),
        ...this._found.findings,
        ...(plot ? [`The plot is in ${link(plot)}.`] : [])
      ].map(finding => `- ${finding}`),
      ...(this._leftOut.length > 0
        ? ['', `Left out: ${this._leftOut.join('; ')}.`]
        : [])
    ].join('\n');
  }

  /** Requests the demo can actually fulfil. */
  private _next(): string[] {
    const profile = this._profile as IProfile;
    const { categories, measures } = profile;
    const by = this._table?.by || groupColumn(profile, this._wishes);
    const other = categories.find(name => name !== by);
    return [
      ...(other === undefined ? [] : [`Compare by ${other}`]),
      ...(measures.length > 1 && this._table?.kind !== 'correlations'
        ? ['Show the correlations']
        : []),
      ...measures.slice(0, 1).map(name => `Plot the distribution of ${name}`),
      'Summarise this notebook'
    ];
  }
}

export function isTable(path: string): boolean {
  return /\.(csv|tsv|tab)$/i.test(path);
}

/** Files in a result of `list_files`. */
export function listedFiles({ outcome, text }: IPastCall): string[] {
  return outcome === 'done'
    ? text
        .split('\n')
        .slice(1)
        .filter(line => line !== '' && !line.startsWith('…'))
        .map(line => line.replace(/ \([^()]*\)$/, ''))
    : [];
}
