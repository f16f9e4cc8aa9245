import {
  type IDemoAnswer,
  type IDemoCallRequest,
  callTool,
  finalAnswer
} from '../reading/demo-answer';
import {
  type CellDecision,
  type IDataFrameOfWork,
  decideCell
} from './decide-cell';
import {
  type CellStage,
  type IDataState,
  CELL_STAGES,
  REASONS,
  done,
  isTable,
  readDataState
} from './data-state';
import { acknowledge, dataAnswer, nextItems } from './data-answer';
import { emptyFile, nothingToLoad, withoutData } from './without-data';
import { dataTodos } from './data-todos';
import { loadedVariable } from '../reading/load-cells';
import { stagesOf, type DataRequest } from './data-request';
import { groupColumn } from './table-cells';
import { tableOfCode } from './table-of-code';
import type { ITranscript } from '../reading/transcript';

/** Subfolders to search if there is no table beside the notebook. */
const MAX_FOLDERS = 3;

/** The next step of a job on a table. */
export function dataJob(
  transcript: ITranscript,
  start: number,
  request: DataRequest
): IDemoAnswer {
  const wanted =
    request.kind === 'explore' || request.kind === 'step' ? request.file : null;
  const state = readDataState(transcript, start, wanted);
  const job = new DataJob(transcript, start, request, state);
  return job.next(wanted);
}

class DataJob {
  private _frame: IDataFrameOfWork;

  constructor(
    private _transcript: ITranscript,
    private _start: number,
    private _request: DataRequest,
    private _state: IDataState
  ) {
    this._frame = {
      example:
        _request.kind === 'step'
          ? _request.example
          : _request.kind === 'example',
      correlations:
        _request.kind === 'step'
          ? _request.correlations
          : _request.kind === 'correlations'
    };
  }

  next(wanted: string | null): IDemoAnswer {
    const state = this._state;
    const language = /\((\w+)\)$/.exec(this._transcript.kernel)?.[1];
    if (language && language.toLowerCase() !== 'python') {
      return finalAnswer(
        `I am a scripted demo and write Python only; this notebook's kernel is ${this._transcript.kernel}. Connect a model to work in other languages.`
      );
    }
    if (state.blocked !== null) {
      return finalAnswer(
        `I had to stop here. ${state.blocked}`,
        ['Continue'],
        this._words('answer', null)
      );
    }
    if (state.end) {
      return this._end();
    }
    return (
      this._look(wanted) ??
      this._cell('load') ??
      this._inspect() ??
      this._cell('summary') ??
      this._cell('table') ??
      this._cell('plot') ??
      this._end()
    );
  }

  /** A follow-up only loads the data if no data frame is left in the kernel. */
  private get _loads(): boolean {
    return (
      this._asked.includes('load') ||
      this._state.attempts.load.length > 0 ||
      this._state.files !== null ||
      (this._state.inspected > 0 && this._state.profile === null)
    );
  }

  private get _stages(): CellStage[] {
    const stages = this._asked;
    return this._loads && !stages.includes('load')
      ? ['load', ...stages]
      : stages;
  }

  private get _asked(): CellStage[] {
    return stagesOf(this._request);
  }

  private get _name(): string {
    const { csv, profile } = this._state;
    return this._frame.example
      ? 'The example'
      : (csv?.split('/').pop() ??
          (profile ? `\`${profile.variable}\`` : 'the data'));
  }

  /**
   * Looks at the files and the head of one of them, if the job has to load
   * something.
   */
  private _look(wanted: string | null): IDemoAnswer | null {
    const state = this._state;
    if (!this._loads || this._frame.example) {
      return null;
    }
    if (state.files === null) {
      return this._step(
        'look',
        null,
        'I am the scripted demo model. First I look at what is there.',
        callTool('list_files'),
        true
      );
    }
    if (state.csv === null) {
      // The list may omit the named file, but its path is known.
      if (
        wanted !== null &&
        isTable(wanted) &&
        !state.missed.includes(wanted)
      ) {
        return this._read(wanted);
      }
      if (state.cut) {
        return this._step(
          'look',
          null,
          'There are many files here. I look for tables.',
          callTool('list_files', { pattern: '*.{csv,tsv,tab}' })
        );
      }
      const folder = this._foldersToTry(wanted).find(
        each => !state.listed.includes(each)
      );
      if (folder !== undefined && state.listed.length < MAX_FOLDERS) {
        return this._step(
          'look',
          null,
          `I look into ${folder}.`,
          callTool('list_files', { path: folder })
        );
      }
      return nothingToLoad(state, wanted, this._words('answer', null));
    }
    return state.headDone
      ? emptyFile(state, this._words('answer', null))
      : this._read(state.csv);
  }

  /** The named folder; then folders that sound like data. */
  private _foldersToTry(wanted: string | null): string[] {
    const folder = wanted?.split('/').slice(0, -1).join('/') ?? '';
    return [
      ...new Set([
        ...(folder === '' ? [] : [folder]),
        ...[...this._state.folders].sort(byPromise)
      ])
    ];
  }

  private _read(path: string): IDemoAnswer {
    const others = (this._state.files ?? []).filter(
      file => isTable(file) && file !== path
    );
    const choice =
      others.length > 0 && (this._request as { file?: string }).file === null
        ? ` There are also ${others.slice(0, 3).join(', ')}; name one to have it instead.`
        : '';
    return this._step(
      'look',
      null,
      `I read the head of ${path}.${choice}`,
      callTool('read_file', { path })
    );
  }

  /** Proposes the cell for a stage; null if it is done or skipped. */
  private _cell(stage: CellStage): IDemoAnswer | null {
    if (!this._stages.includes(stage)) {
      return null;
    }
    const decision = decideCell(this._state, stage, this._frame);
    if (decision.kind === 'done') {
      return null;
    }
    if (decision.kind === 'skip') {
      return stage === 'load'
        ? withoutData(this._state, this._name, this._words('load', decision))
        : null;
    }
    const call =
      decision.kind === 'insert'
        ? callTool('jupyter_cell', {
            code: decision.code,
            description: REASONS[stage]
          })
        : callTool('edit_cell', {
            cell_id: decision.cellId,
            code: decision.code,
            run: true
          });
    return this._step(
      stage,
      decision,
      this._cellWords(stage, decision),
      call,
      true
    );
  }

  private _inspect(): IDemoAnswer | null {
    const state = this._state;
    if (state.profile) {
      return state.profile.rows > 0 && state.profile.columns.length > 0
        ? null
        : finalAnswer(
            `**${this._name}** has ${state.profile.columns.length} columns but no rows, so there is nothing to compute: ${state.profile.columns.map(column => `\`${column.name}\``).join(', ')}.`,
            [],
            this._words('answer', null)
          );
    }
    const load = done(state, 'load');
    const variable = load ? loadedVariable(load.code) : null;
    if (state.inspected === 0) {
      const names = variable && !load?.call.edited ? { names: [variable] } : {};
      return this._step(
        'variables',
        null,
        'I look at the columns: their types, and what is missing.',
        callTool('inspect_variables', names)
      );
    }
    if (state.inspected === 1 && load && !load.call.edited) {
      return this._step(
        'variables',
        null,
        'I look at all variables.',
        callTool('inspect_variables')
      );
    }
    return finalAnswer(
      'I found no data frame in the kernel, and tables are all I can look at.',
      ['Make a small example data set'],
      this._words('answer', null)
    );
  }

  private _end(): IDemoAnswer {
    const state = this._state;
    const ran = CELL_STAGES.some(stage => done(state, stage));
    if (ran && !state.checked) {
      return this._step(
        'check',
        null,
        'I look at the notebook once more before I answer.',
        callTool('read_notebook'),
        true
      );
    }
    const table = done(state, 'table');
    return finalAnswer(
      dataAnswer(state, this._name),
      nextItems(
        state,
        table
          ? tableOfCode(table.code).by
          : state.profile
            ? groupColumn(state.profile, state.wishes)
            : undefined
      ),
      this._words('answer', null)
    );
  }

  private _step(
    stage: string,
    decision: CellDecision | null,
    text: string,
    call: IDemoCallRequest,
    withTodos = false
  ): IDemoAnswer {
    return {
      text: [this._words(stage, decision), text]
        .filter(part => part !== '')
        .join(' '),
      calls: [
        // A step of a plan has no todo list of its own.
        ...(withTodos && this._request.kind !== 'step'
          ? [
              callTool('write_todos', {
                todos: dataTodos(
                  {
                    looks: this._loads && !this._frame.example,
                    stages: this._stages,
                    name: this._name,
                    frame: this._frame
                  },
                  stage
                )
              })
            ]
          : []),
        call
      ]
    };
  }

  private _words(stage: string, decision: CellDecision | null): string {
    return acknowledge(this._transcript, this._state, this._start, {
      stage,
      decision
    });
  }

  private _cellWords(stage: CellStage, decision: CellDecision): string {
    if (decision.kind === 'change') {
      return 'I propose a change to the cell.';
    }
    if (this._state.attempts[stage].length > 0) {
      return '';
    }
    switch (stage) {
      case 'load':
        return this._frame.example
          ? 'I make up a small data set.'
          : `The plan: load ${this._name}, summarise its columns, compare groups, draw a plot. First the loading.`;
      case 'summary':
        return this._profileWords();
      case 'table':
        return 'Next, a table that compares.';
      case 'plot':
        return 'Now a plot of what stands out.';
    }
  }

  private _profileWords(): string {
    const { profile, wishes } = this._state;
    if (!profile) {
      return '';
    }
    const by = groupColumn(profile, wishes);
    const numbers = `${profile.measures.length} numeric ${profile.measures.length === 1 ? 'column' : 'columns'}`;
    return by === undefined
      ? `There are ${numbers} and nothing to group by. I begin with a summary.`
      : `There are ${numbers}; \`${by}\` is good to group by. I begin with a summary.`;
  }
}

/** Puts folders that sound like data first. */
function byPromise(a: string, b: string): number {
  const promise = (name: string) =>
    /(^|\/)(data|datasets?|csv|input|raw)$/i.test(name) ? 0 : 1;
  return promise(a) - promise(b) || (a < b ? -1 : 1);
}
