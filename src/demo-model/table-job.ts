import {
  exampleCell,
  groupColumn,
  loadCells,
  loadedVariable,
  plotCells,
  readTableCode,
  summaryCells,
  tableCells
} from './cell-code';
import { duplicateFindings, frameFindings, tableFindings } from './findings';
import { type IProfile, readProfiles, readTableHead } from './profile';
import {
  type IDemoAnswer,
  type IJob,
  type Script,
  ask,
  cellLink,
  codes,
  finalAnswer,
  plural,
  short
} from './script';
import type { IPastCall } from './transcript';
import {
  type IWishes,
  hasWish,
  readWishes,
  wantsEnd,
  wantsMore
} from './wishes';

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

/** Number of failures and rejections after which a cell is left out. */
const MAX_TRIES = 2;
/** Number of times a call is proposed again that did not run for other reasons. */
const MAX_REPEATS = 3;

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
  private _leftOut: string[] = [];
  /** Replies to what happened, written at the beginning of the next step. */
  private _replies: string[] = [];
  private _errors = '';
  private _stages: Stage[];
  private _hasEnded = false;

  constructor(
    private _job: IJob,
    private _request: ITableRequest
  ) {
    this._stages = [..._request.stages];
  }

  *play(): Script {
    const { kernel } = this._job;
    if (!/\(python\)$|^$/i.test(kernel)) {
      return finalAnswer(
        `I am a scripted demo and write Python only; this notebook's kernel is ${kernel}. Connect a model to work in other languages.`
      );
    }
    if (!this._stages.includes('load')) {
      yield* this._inspect();
    }
    if (!this._profile) {
      const failure = yield* this._load();
      if (failure) {
        return failure;
      }
    }
    for (const stage of this._stages) {
      if (stage !== 'load' && !this._hasEnded) {
        yield* this._cell(stage);
      }
    }
    if (Object.keys(this._ran).length > 0) {
      yield* this._do(
        'I look at the notebook once more before I answer.',
        'read_notebook',
        {},
        'check'
      );
    }
    return this._final(this._answer(), this._next());
  }

  /** Loads the data and looks at its columns; returns an answer if that fails. */
  private *_load(): Script<IDemoAnswer | null> {
    if (!this._stages.includes('load')) {
      this._stages.unshift('load');
    }
    const failure = this._request.isExample ? null : yield* this._look();
    if (failure) {
      return failure;
    }
    yield* this._cell('load');
    if (!this._ran.load) {
      const [name] = /(?<=No module named ')\w+/.exec(this._errors) ?? [];
      return this._final(
        name !== undefined
          ? `The kernel has no package ${name}. Install it with \`%pip install ${name}\` and ask me again.`
          : `Without the data there is nothing I could compute. Left out: ${this._leftOut.join('; ')}.`,
        [EXAMPLE]
      );
    }
    yield* this._inspect();
    const { rows = 0, columns = [] } = this._profile ?? {};
    return rows > 0 && columns.length > 0
      ? null
      : this._final(
          this._profile
            ? `**${this._name}** has ${columns.length} columns but no rows, so there is nothing to compute: ${codes(columns.map(({ name }) => name))}.`
            : 'I found no data frame in the kernel, and tables are all I can look at.',
          [EXAMPLE]
        );
  }

  /** Finds the file and reads its head; returns an answer if there is none. */
  private *_look(): Script<IDemoAnswer | null> {
    const { file = null } = this._request;
    const listed = yield* this._do(
      'I am the scripted demo model. First I look at what is there.',
      'list_files',
      // Tables would be lost among many files.
      file === null ? { pattern: '*.{csv,tsv,tab}' } : {},
      'look'
    );
    const files = listedFiles(listed);
    const tables = files.filter(isTable);
    const path = file ?? tables[0];
    const others = tables.filter(each => each !== path).slice(0, 3);
    const next = others.map(each => `Explore ${each}`).concat(EXAMPLE);
    if (path === undefined) {
      return this._final(
        'I found no CSV file beside this notebook. Put one there, or name one with its path.',
        next
      );
    }
    const read = yield* this._do(
      `I read the head of ${path}.${file === null && others.length > 0 ? ` There are also ${others.join(', ')}; name one to have it instead.` : ''}`,
      'read_file',
      { path }
    );
    if (read.outcome !== 'done') {
      return this._final(
        `I found no file ${path} beside this notebook that I can read. ${files.length > 0 ? `What I found: ${codes(files, 10)}.` : 'The folder is empty.'}`,
        next
      );
    }
    // A file that is found elsewhere is named in the first line.
    const text = read.text.replace(/^There is no .*\n/, '');
    this._path = /^(.+?): /.exec(text)?.[1] ?? path;
    this._options = readTableHead(text);
    return /^[^\n]*\. It is empty: /.test(text)
      ? this._final(
          `\`${this._path}\` is empty: there is nothing in it to load. Name another file, or ask me again once it holds a table.`,
          next
        )
      : null;
  }

  /** Reads the columns of the data frame from the kernel. */
  private *_inspect(): Script<void> {
    const variable = this._variable;
    const isOwn = variable !== undefined && !this._ran.load?.edited;
    const { text } = yield* this._do(
      'I look at the columns: their types, and what is missing.',
      'inspect_variables',
      isOwn ? { names: [variable] } : {}
    );
    const profiles = readProfiles(text);
    this._profile =
      profiles.find(profile => profile.variable === variable) ??
      profiles[0] ??
      null;
  }

  /** Proposes a cell until it ran or is left out, never the same code twice. */
  private *_cell(stage: Stage): Script<void> {
    const { description } = STAGES[stage];
    const tried = new Set<string>();
    let tries = 0;
    let { text } = STAGES[stage];
    let cellId: string | null = null;
    let code: string | undefined = this._candidates(stage)[0];
    while (code !== undefined) {
      const result: IPastCall = yield* cellId === null
        ? this._do(text, 'jupyter_cell', { code, description }, stage)
        : this._do(
            text,
            'edit_cell',
            { cell_id: cellId, code, run: true },
            stage
          );
      if (result.outcome === 'done') {
        this._ran[stage] = result;
        if (result.edited) {
          this._replies.push(
            'You changed that before it ran; I go on with what really ran.'
          );
        }
        return;
      }
      text = '';
      cellId = result.cellId ?? cellId;
      tried.add(code).add(String(result.ran.code));
      this._errors += result.text;
      const isOver =
        this._hasEnded ||
        ++tries > MAX_TRIES ||
        /ModuleNotFoundError/.test(result.text) ||
        (result.outcome !== 'failed' && !hasWish(result.reason, this._profile));
      code = isOver
        ? undefined
        : this._candidates(stage).find(each => !tried.has(each));
      this._replies.push(this._reply(result, code !== undefined));
      if (code === undefined) {
        this._leftOut.push(
          `${stage === 'load' ? 'loading' : `the ${stage}`} (${reason(result)})`
        );
      }
    }
  }

  /** The variable that holds the data, once they are loaded. */
  private get _variable(): string | undefined {
    return loadedVariable(String(this._ran.load?.ran.code ?? ''));
  }

  private _candidates(stage: Stage): string[] {
    const { isExample, correlates = false } = this._request;
    const { table } = this._ran;
    const profile = this._profile;
    const wishes = this._wishes;
    const { variable = 'df' } = wishes;
    if (stage === 'load') {
      return isExample
        ? [exampleCell(variable)]
        : loadCells(this._path, this._options, variable, this._errors);
    }
    if (!profile) {
      return [];
    }
    switch (stage) {
      case 'summary':
        return summaryCells(profile, wishes);
      case 'table':
        return tableCells(profile, wishes, correlates);
      case 'plot':
        return plotCells(
          profile,
          wishes,
          table ? tableFindings(table).telling : []
        );
    }
  }

  private get _wishes(): IWishes {
    return readWishes(this._job.texts, this._profile);
  }

  /** Makes a call, again if it did not run although nobody said no. */
  private *_do(
    text: string,
    name: string,
    args: Record<string, unknown>,
    current?: Stage | 'look' | 'check'
  ): Script<IPastCall> {
    for (let repeats = 0; ; repeats++) {
      const step = ask(
        [...this._replies, text].filter(Boolean).join(' '),
        name,
        args
      );
      if (current && !this._request.isStep) {
        step.calls.unshift({
          name: 'write_todos',
          args: { todos: this._todos(current) }
        });
      }
      const result = yield step;
      this._takeRemarks(result.remarks);
      if (result.outcome === 'rejected') {
        this._job.texts.push(result.reason);
        this._hasEnded ||= wantsEnd(result.reason);
      }
      const isStopped =
        result.outcome === 'blocked' || result.outcome === 'stopped';
      if (isStopped && result.remarks.length === 0) {
        const why = /^Cell \S+ was interrupted/.test(result.text)
          ? 'The cell was interrupted from outside.'
          : result.text.split('\n', 1)[0];
        const { remarks } = yield this._final(`I had to stop here. ${why}`, [
          'Continue'
        ]);
        this._takeRemarks(remarks);
      }
      const isUndecided = isStopped || result.outcome === 'not-run';
      if (!isUndecided || this._hasEnded || repeats === MAX_REPEATS) {
        return result;
      }
      text = '';
    }
  }

  private _takeRemarks(remarks: readonly string[]): void {
    this._replies = remarks.map(remark => {
      this._job.texts.push(remark);
      this._hasEnded = wantsEnd(remark);
      return wantsMore(remark)
        ? 'I go on where we were.'
        : this._hasEnded
          ? 'All right, I come to an end.'
          : hasWish(remark, this._profile)
            ? `You said “${short(remark)}”: I take that up in what comes.`
            : `You said “${short(remark)}”. I am a script and can't act on that, so I finish what I began.`;
    });
  }

  /** @param again whether the cell is proposed in another way. */
  private _reply(result: IPastCall, again: boolean): string {
    switch (result.outcome) {
      case 'failed':
        return `That failed with \`${short(result.text.split('\n')[1] ?? '')}\`. ${again ? 'I try it another way.' : 'I go on without it.'}`;
      case 'rejected':
        return again
          ? `You said “${short(result.reason)}”: I take that up.`
          : 'All right, I leave that out.';
      default:
        return '';
    }
  }

  private _todos(current: Stage | 'look' | 'check') {
    const todos = [
      ...(this._stages.includes('load') && !this._request.isExample
        ? [['look', 'Look at the files']]
        : []),
      ...this._stages.map(stage => [stage, STAGES[stage].description]),
      ['check', 'Report what was found']
    ];
    const at = todos.findIndex(([stage]) => stage === current);
    return todos.map(([, content], index) => ({
      content,
      status:
        index < at || current === 'check'
          ? 'completed'
          : index === at
            ? 'in_progress'
            : 'pending'
    }));
  }

  private get _name(): string {
    return this._request.isExample
      ? 'The example'
      : this._path.split('/').pop() ||
          `\`${this._profile?.variable ?? 'the data'}\``;
  }

  private _final(answer: string, next: string[] = []) {
    return finalAnswer(answer, next, this._replies.filter(Boolean).join(' '));
  }

  /** What was found, based only on outputs that exist. */
  private _answer(): string {
    const { load, summary, table, plot } = this._ran;
    const profile = this._profile as IProfile;
    const link = (cell: IPastCall) => cellLink(cell.cellId, cell.count);
    const findings = [
      ...frameFindings(profile),
      ...(summary ? duplicateFindings(summary) : []),
      ...(table ? tableFindings(table).findings : []),
      ...(plot ? [`The plot is in ${link(plot)}.`] : [])
    ];
    return [
      `**${this._name}** has ${plural(profile.rows, 'row')} and ${plural(profile.columns.length, 'column')}${load ? `, loaded in ${link(load)}` : ''}.`,
      '',
      ...findings.map(finding => `- ${finding}`),
      ...(this._leftOut.length > 0
        ? ['', `Left out: ${this._leftOut.join('; ')}.`]
        : [])
    ].join('\n');
  }

  /** Requests the demo can actually fulfil. */
  private _next(): string[] {
    const profile = this._profile as IProfile;
    const { categories, measures } = profile;
    const table = readTableCode(String(this._ran.table?.ran.code ?? ''));
    const by = table.by || groupColumn(profile, this._wishes);
    return [
      ...categories
        .filter(name => name !== by)
        .slice(0, 1)
        .map(name => `Compare by ${name}`),
      ...(measures.length > 1 && table.kind !== 'correlations'
        ? ['Show the correlations']
        : []),
      ...measures.slice(0, 1).map(name => `Plot the distribution of ${name}`),
      'Summarise this notebook'
    ]
      .slice(0, 2)
      .concat('Write a summary into the notebook');
  }
}

function reason({ outcome, reason: words, text }: IPastCall): string {
  switch (outcome) {
    case 'rejected':
      return `you rejected it${words ? `: “${short(words)}”` : ''}`;
    case 'failed':
      return `it failed: \`${short(text.split('\n')[1] ?? '')}\``;
    default:
      return 'it was stopped';
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
