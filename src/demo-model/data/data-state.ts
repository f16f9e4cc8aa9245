import { loadedVariable } from '../reading/load-cells';
import { type IProfile, readProfiles } from '../reading/profile';
import { type ITableHead, readTableHead } from '../reading/table-head';
import type { IPastCall, ITranscript } from '../reading/transcript';
import { type IWishes, readWishes, wantsEnd } from '../reading/wishes';

/** The cells of a data job, in order. */
export const CELL_STAGES = ['load', 'summary', 'table', 'plot'] as const;
export type CellStage = (typeof CELL_STAGES)[number];

/** The reason on each card; the demo recognises its own cells by it. */
export const REASONS: Record<CellStage, string> = {
  load: 'Load the data',
  summary: 'A first summary of the columns',
  table: 'Compare what is in the columns',
  plot: 'See it in a plot'
};

/** An attempt at a cell. */
export interface IAttempt {
  call: IPastCall;
  /** The code that was proposed. */
  proposed: string;
  /** The code that ran. */
  code: string;
  /** Set if the kernel was restarted since, so that its effect is lost. */
  lost: boolean;
}

/** Everything a data job knows, from its part of the conversation. */
export interface IDataState {
  /** The person's request, and everything they said since. */
  texts: string[];
  /** Files with the text after their path, by path; null before the demo has looked. */
  files: string[] | null;
  folders: string[];
  /** Folders listed besides the notebook's own. */
  listed: string[];
  /** Set if a list was incomplete and has not been narrowed to tables yet. */
  cut: boolean;
  /** Paths that were read but do not exist. */
  missed: string[];
  csv: string | null;
  head: ITableHead | null;
  /** Whether the file was read, or could not be. */
  headDone: boolean;
  headText: string;
  profile: IProfile | null;
  /** Number of inspections since the data was last loaded. */
  inspected: number;
  checked: boolean;
  attempts: Record<CellStage, IAttempt[]>;
  /** Set if the person wants to finish. */
  end: boolean;
  /** Why the job cannot continue. */
  blocked: string | null;
  wishes: IWishes;
}

/** Reads the part of a conversation that begins with a request. */
export function readDataState(
  { items }: ITranscript,
  start: number,
  wantedFile: string | null
): IDataState {
  const state: IDataState = {
    texts: [],
    files: null,
    folders: [],
    listed: [],
    cut: false,
    missed: [],
    csv: null,
    head: null,
    headDone: false,
    headText: '',
    profile: null,
    inspected: 0,
    checked: false,
    attempts: { load: [], summary: [], table: [], plot: [] },
    end: false,
    blocked: null,
    wishes: { notBy: [], measures: [] }
  };
  const stageOfCell = new Map<string, CellStage>();
  for (const item of items.slice(start)) {
    if (item.kind === 'person') {
      if (state.texts.length > 0) {
        goOn(state, item.text);
      }
      state.texts.push(item.text);
      continue;
    }
    for (const call of item.calls) {
      take(state, call, stageOfCell, wantedFile);
    }
  }
  state.wishes = readWishes(state.texts, state.profile ?? undefined);
  return state;
}

function take(
  state: IDataState,
  call: IPastCall,
  stageOfCell: Map<string, CellStage>,
  wantedFile: string | null
): void {
  if (call.restarted) {
    forget(state);
  }
  switch (call.name) {
    case 'list_files':
      readFiles(state, call);
      break;
    case 'read_file':
      if (call.outcome === 'failed' && state.csv === null) {
        state.missed.push(String(call.ran.path));
        break;
      }
      state.headDone = true;
      state.csv = String(call.ran.path ?? state.csv);
      if (call.outcome === 'done') {
        // A file that is found elsewhere is named in the first line.
        const text = call.text.replace(/^There is no .*\n/, '');
        state.csv = /^(.+?): /.exec(text)?.[1] ?? state.csv;
        state.headText = text;
        state.head = readTableHead(text, state.csv);
      }
      break;
    case 'inspect_variables':
      if (call.outcome === 'done') {
        state.inspected += 1;
        state.profile = chooseProfile(state, call.text);
      } else if (call.outcome !== 'not-run') {
        state.inspected += 1;
      }
      break;
    case 'read_notebook':
      state.checked = true;
      break;
    case 'jupyter_cell':
    case 'edit_cell':
      takeCell(state, call, stageOfCell);
      break;
  }
  if (state.csv === null && state.files !== null) {
    state.csv = chooseFile(state.files, wantedFile);
  }
  if (call.outcome === 'rejected') {
    state.texts.push(call.reason);
    state.end ||= wantsEnd(call.reason);
  }
  if (call.outcome === 'blocked') {
    state.blocked = call.text.split('\n', 1)[0];
  } else if (call.outcome === 'stopped') {
    state.blocked = /^Cell \S+ was interrupted/.test(call.text)
      ? 'The cell was interrupted from outside.'
      : state.blocked;
  }
}

function takeCell(
  state: IDataState,
  call: IPastCall,
  stageOfCell: Map<string, CellStage>
): void {
  const stage =
    CELL_STAGES.find(each => REASONS[each] === call.args.description) ??
    stageOfCell.get(String(call.args.cell_id));
  if (!stage) {
    return;
  }
  if (call.cellId !== null) {
    stageOfCell.set(call.cellId, stage);
  }
  const vanished =
    call.outcome === 'failed' &&
    /NameError: name '(df|\w+)' is not defined/.test(call.text);
  const lost =
    call.outcome === 'lost' || (call.outcome === 'failed' && call.restarted);
  if (vanished && stage !== 'load' && mentionsFrame(state, call.text)) {
    forget(state);
  }
  state.attempts[stage].push({
    call,
    proposed: String(call.args.code ?? ''),
    code: String(call.ran.code ?? ''),
    lost: lost || (vanished && mentionsFrame(state, call.text))
  });
  if (stage === 'load' && call.outcome === 'done') {
    state.inspected = 0;
    state.profile = null;
  }
}

/** A message in the middle of a job: stopped steps may be tried again. */
function goOn(state: IDataState, text: string): void {
  state.blocked = null;
  state.end = wantsEnd(text);
  for (const attempts of Object.values(state.attempts)) {
    for (const attempt of attempts) {
      attempt.lost ||= attempt.call.outcome === 'stopped';
    }
  }
}

function mentionsFrame(state: IDataState, text: string): boolean {
  const load = done(state, 'load') ?? state.attempts.load.at(-1);
  const name = load ? loadedVariable(load.code) : state.profile?.variable;
  return name !== null && name !== undefined && text.includes(`'${name}'`);
}

/** The kernel's variables are gone, so everything has to be loaded again. */
function forget(state: IDataState): void {
  state.attempts.load.forEach(attempt => (attempt.lost = true));
  state.inspected = 0;
  state.profile = null;
}

function readFiles(state: IDataState, call: IPastCall): void {
  if (typeof call.args.path === 'string') {
    state.listed.push(call.args.path);
  }
  state.files ??= [];
  if (call.outcome !== 'done') {
    return;
  }
  state.cut = call.args.pattern === undefined && / left out: /.test(call.text);
  for (const line of call.text.split('\n').slice(1)) {
    const path = line.replace(/ \([^()]*\)$/, '');
    if (/^… .* left out\b.* …$/.test(line) || line === '') {
      continue;
    }
    if (path.endsWith('/')) {
      state.folders.push(path.slice(0, -1));
    } else {
      state.files.push(path);
    }
  }
}

/** The file that was named, or else the first table. */
function chooseFile(files: string[], wanted: string | null): string | null {
  const tables = files.filter(isTable);
  if (wanted !== null) {
    const name = wanted.replace(/^(\.?\/)+/, '').toLowerCase();
    return (
      tables.find(file => file.toLowerCase() === name) ??
      tables.find(file => file.toLowerCase().endsWith(`/${name}`)) ??
      tables.find(
        file => file.split('/').pop()?.toLowerCase() === name.split('/').pop()
      ) ??
      null
    );
  }
  return tables[0] ?? null;
}

export function isTable(path: string): boolean {
  return /\.(csv|tsv|tab)$/i.test(path);
}

function chooseProfile(state: IDataState, text: string): IProfile | null {
  const profiles = readProfiles(text);
  const load = done(state, 'load');
  const name = load ? loadedVariable(load.code) : null;
  return (
    profiles.find(profile => profile.variable === name) ??
    profiles.find(profile => profile.variable === state.wishes.variable) ??
    profiles[0] ??
    null
  );
}

/** The successful attempt at a stage that still counts. */
export function done(
  state: IDataState,
  stage: CellStage
): IAttempt | undefined {
  return state.attempts[stage]
    .filter(attempt => !attempt.lost && attempt.call.outcome === 'done')
    .at(-1);
}
