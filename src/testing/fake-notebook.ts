import {
  type CellOutput,
  type ICellMark,
  type ICellRunMark,
  type ICellRestore,
  type ICellSnapshot,
  type ICellInfo,
  type ICellRun,
  type IKernelInfo,
  type INotebook,
  type INotebookIdentity,
  type ICellRunOptions,
  type ISentRequest,
  type NotebookMark,
  WorkspaceError
} from '../contract';

/** An initial cell; missing properties are made up. */
export interface IFakeCell {
  id?: string;
  type?: 'code' | 'markdown' | 'raw';
  source: string;
  outputs?: CellOutput[];
  executionCount?: number | null;
  readOnly?: boolean;
}

/** Everything done through the port, in order. */
export type FakeAction =
  | {
      type: 'insert';
      cellId: string;
      cellType: 'code' | 'markdown';
      source: string;
      after?: string | null;
    }
  | { type: 'set'; cellId: string; source: string }
  | { type: 'delete'; cellId: string }
  | { type: 'move'; cellId: string; after: string | null }
  | { type: 'run'; cellId: string; source: string }
  | { type: 'scratch'; source: string }
  | { type: 'inspect'; code: string }
  | { type: 'restore'; steps: ICellRestore[] }
  | { type: 'recall'; cellId: string | null; msgId: string | null }
  | { type: 'save' }
  | { type: 'restart' };

/**
 * The result of running a source. An `executionCount` of null is filled in by
 * the notebook for runs that reached the kernel.
 */
export type OnRun = (
  source: string,
  cellId: string,
  options: ICellRunOptions
) => ICellRun | Promise<ICellRun>;

/** The result of scratch code. */
export type OnScratch = (
  source: string,
  options: ICellRunOptions
) => ICellRun | Promise<ICellRun>;

export interface IFakeNotebookOptions {
  path?: string;
  cells?: IFakeCell[];
  kernel?: Partial<IKernelInfo>;
  readOnly?: boolean;
  /** By default every cell runs with no output. */
  onRun?: OnRun;
  /** By default scratch code runs with no output. */
  onScratch?: OnScratch;
  /** What inspection code prints; `[]` by default. */
  onInspect?: (code: string, signal: AbortSignal) => string | Promise<string>;
  /** Whether inspection works while the kernel is busy; it does by default. */
  subshells?: boolean;
  /** Our id in its metadata. */
  id?: string;
  /** The active cell. */
  activeCellId?: string | null;
  /**
   * The id of a new cell, by how many were created before; `cell-1` … by
   * default.
   */
  newId?: (created: number) => string;
}

interface ICell {
  id: string;
  type: 'code' | 'markdown' | 'raw';
  source: string;
  outputs: CellOutput[];
  executionCount: number | null;
  running: boolean;
  readOnly: boolean;
  /** Everything but our own mark. */
  metadata?: Record<string, unknown>;
}

/**
 * A notebook in memory. Ids of new cells are `cell-1`, `cell-2` … by default.
 */
export class FakeNotebook implements INotebook {
  readonly actions: FakeAction[] = [];
  readonly ranCode: string[] = [];
  onRun: OnRun;
  onScratch: OnScratch;
  onInspect: (code: string, signal: AbortSignal) => string | Promise<string>;
  activeCellId: string | null;
  /** Our id in its metadata. */
  id: string | null;

  /**
   * Called while code waits for an idle kernel, before its request is reported.
   */
  onWait: () => void | Promise<void> = () => undefined;

  /** How often a request is reported before it is sent. */
  tells = 1;

  /**
   * The result of a request from an earlier page load; null if nothing is
   * known.
   */
  onRecall: (msgId: string | null) => ICellRun | null = () => null;

  /** The runs of cells that the page has seen; empty unless a spec sets it. */
  readonly runs = new Map<string, ICellRunMark>();

  private _path: string;

  private _readOnly: boolean;

  private _subshells: boolean;

  private _open = true;

  private _kernel: IKernelInfo;

  private _cells: ICell[] = [];

  private readonly _marks = new Map<string, ICellMark>();

  private _ids = 0;

  private _requests = 0;

  /** The id of the next cell that is made. */
  newId: (created: number) => string;

  private _made = 0;

  private _count = 0;

  private _cut: ((status: ICellRun['status']) => void) | null = null;

  constructor(options: IFakeNotebookOptions = {}) {
    this._path = options.path ?? 'analysis.ipynb';
    this._readOnly = options.readOnly ?? false;
    this.activeCellId = options.activeCellId ?? null;
    this.id = options.id ?? null;
    this.newId = options.newId ?? (created => `cell-${created}`);
    this._subshells = options.subshells ?? true;
    this.onRun = options.onRun ?? (() => ran());
    this.onScratch = options.onScratch ?? (() => ran());
    this.onInspect = options.onInspect ?? (() => '[]');
    this._kernel = {
      status: 'idle',
      spec: 'python3',
      displayName: 'Python 3 (ipykernel)',
      language: 'python',
      mimeType: 'text/x-python',
      id: 'kernel-1',
      epoch: 'kernel-1:0',
      activity: 0,
      ...options.kernel
    };
    for (const cell of options.cells ?? []) {
      this._cells.push({
        id: cell.id ?? this._newId(),
        type: cell.type ?? 'code',
        source: cell.source,
        outputs: cell.outputs ?? [],
        executionCount: cell.executionCount ?? null,
        running: false,
        readOnly: cell.readOnly ?? false
      });
      this._count = Math.max(this._count, cell.executionCount ?? 0);
    }
  }

  get path(): string {
    return this._path;
  }

  get name(): string {
    return this._path.split('/').pop() ?? this._path;
  }

  get identity(): INotebookIdentity {
    return {
      root: '',
      path: this._path,
      id: this.id,
      cells: this._open ? this._cells.map(cell => cell.id) : []
    };
  }

  identify(noted: boolean): NotebookMark {
    this._checkOpen();
    if (!noted || this._readOnly) {
      return { cells: this._cells.map(cell => cell.id) };
    }
    this._ids += 1;
    this.id = `notebook-${this._ids}`;
    return { id: this.id };
  }

  get kernel(): IKernelInfo {
    return this._kernel;
  }

  get readOnly(): boolean {
    return this._readOnly;
  }

  get isOpen(): boolean {
    return this._open;
  }

  get spareCellId(): string | null {
    const active = this._cells.find(({ id }) => id === this.activeCellId);
    return active && this._isSpare(active) ? active.id : null;
  }

  /** Sources in order, for a spec to check. */
  get sources(): string[] {
    return this._cells.map(cell => cell.source);
  }

  cells(): ICellInfo[] {
    this._checkOpen();
    return this._cells.map((cell, index) => info(cell, index));
  }

  cell(id: string): ICellInfo | undefined {
    this._checkOpen();
    const index = this._cells.findIndex(cell => cell.id === id);
    return index < 0 ? undefined : info(this._cells[index], index);
  }

  outputs(id: string): CellOutput[] {
    this._checkOpen();
    return [...this._find(id).outputs];
  }

  async insertCell(cell: {
    type: 'code' | 'markdown';
    source: string;
    after?: string | null;
    id?: string;
  }): Promise<string> {
    this._checkWritable();
    const at =
      cell.after === undefined
        ? this._cells.length
        : cell.after === null
          ? 0
          : this._cells.indexOf(this._find(cell.after)) + 1;
    const id = cell.id ?? this._newId();
    if (this._cells.some(each => each.id === id)) {
      throw new WorkspaceError('exists', `${this.name} has a cell ${id}.`);
    }
    const beside = this._cells.slice(Math.max(0, at - 1), at + 1);
    const spare = beside.find(each => this._isSpare(each));
    this._cells.splice(spare ? this._cells.indexOf(spare) : at, spare ? 1 : 0, {
      id,
      type: cell.type,
      source: cell.source,
      outputs: [],
      executionCount: null,
      running: false,
      readOnly: false
    });
    this.actions.push({
      type: 'insert',
      cellId: id,
      cellType: cell.type,
      source: cell.source,
      ...(cell.after === undefined ? {} : { after: cell.after })
    });
    return id;
  }

  async setSource(id: string, source: string): Promise<void> {
    this._checkWritable();
    this._find(id).source = source;
    this.actions.push({ type: 'set', cellId: id, source });
  }

  async deleteCell(id: string): Promise<void> {
    this._checkWritable();
    this._cells.splice(this._cells.indexOf(this._find(id)), 1);
    this.actions.push({ type: 'delete', cellId: id });
  }

  async moveCell(id: string, after: string | null): Promise<void> {
    this._checkWritable();
    const cell = this._find(id);
    const anchor = after === null ? null : this._find(after);
    this.actions.push({ type: 'move', cellId: id, after });
    if (anchor === cell) {
      return;
    }
    this._cells.splice(this._cells.indexOf(cell), 1);
    const at = anchor === null ? 0 : this._cells.indexOf(anchor) + 1;
    this._cells.splice(at, 0, cell);
  }

  snapshot(id: string): ICellSnapshot | undefined {
    const cell = this._cells.find(each => each.id === id);
    const mark = cell && this._marks.get(id);
    return (
      cell && {
        id,
        type: cell.type,
        source: cell.source,
        metadata: { ...cell.metadata, ...(mark && { cellwright: mark }) },
        ...(cell.type === 'code' && {
          outputs: [...cell.outputs],
          executionCount: cell.executionCount
        })
      }
    );
  }

  async restore(steps: ICellRestore[]): Promise<void> {
    this._checkWritable();
    const ids = steps.map(step =>
      'cell' in step ? step.cell.id : 'remove' in step ? step.remove : step.move
    );
    if (this._cells.some(cell => cell.running && ids.includes(cell.id))) {
      throw new WorkspaceError('kernel-busy', `A cell of ${this.name} runs.`);
    }
    this.actions.push({ type: 'restore', steps });
    for (const step of steps) {
      if ('remove' in step) {
        this._cells = this._cells.filter(cell => cell.id !== step.remove);
      } else if ('move' in step) {
        this._place(this._take(step.move), step.behind);
      } else {
        this._putBack(step.cell, step.behind);
      }
    }
  }

  markOf(id: string): ICellMark | undefined {
    return this._marks.get(id);
  }

  runOf(id: string): ICellRunMark | null {
    return this.runs.get(id) ?? null;
  }

  mark(id: string, mark: ICellMark | undefined): void {
    this._find(id);
    if (this._readOnly) {
      return;
    }
    if (mark) {
      this._marks.set(id, mark);
    } else {
      this._marks.delete(id);
    }
  }

  async recall(
    cellId: string | null,
    { msgId }: ISentRequest
  ): ReturnType<INotebook['recall']> {
    this.actions.push({ type: 'recall', cellId, msgId });
    return this.onRecall(msgId);
  }

  async runScratch(code: string, options: ICellRunOptions): Promise<ICellRun> {
    this._checkOpen();
    this._checkKernel();
    if (options.signal.aborted) {
      return { ...ran(), status: 'stopped' };
    }
    if (options.onSend) {
      await this._tell(options.onSend);
      if (options.signal.aborted) {
        return { ...ran(), status: 'stopped' };
      }
    }
    this.actions.push({ type: 'scratch', source: code });
    this.ranCode.push(code);
    options.onState?.('running');
    return this._raceRun(
      () => this.onScratch(code, options),
      () => [],
      options
    );
  }

  async runCell(id: string, options: ICellRunOptions): Promise<ICellRun> {
    this._checkOpen();
    const cell = this._find(id);
    this._checkKernel();
    if (options.signal.aborted) {
      return { ...ran(), status: 'stopped' };
    }
    if (options.onSend) {
      await this._tell(options.onSend);
      if (options.signal.aborted) {
        return { ...ran(), status: 'stopped' };
      }
    }
    this.actions.push({ type: 'run', cellId: id, source: cell.source });
    this.ranCode.push(cell.source);
    cell.running = true;
    cell.outputs = [];
    cell.executionCount = null;
    options.onState?.('running');
    const run = await this._raceRun(
      () => this.onRun(cell.source, cell.id, options),
      () => [...cell.outputs],
      options
    ).finally(() => (cell.running = false));
    if (
      run.executionCount === null &&
      run.status !== 'closed' &&
      run.status !== 'restarted' &&
      run.status !== 'died'
    ) {
      this._count += 1;
      run.executionCount = this._count;
    } else if (run.executionCount !== null) {
      this._count = Math.max(this._count, run.executionCount);
    }
    cell.outputs = run.outputs;
    cell.executionCount = run.executionCount;
    return run;
  }

  async inspect(code: string, signal: AbortSignal): Promise<string> {
    this._checkOpen();
    if (this._kernel.status === 'busy' && !this._subshells) {
      throw new WorkspaceError(
        'kernel-busy',
        `The kernel of ${this.name} is busy. Wait until it is idle, or stop it.`
      );
    }
    this.actions.push({ type: 'inspect', code });
    return this.onInspect(code, signal);
  }

  async save(): Promise<void> {
    this._checkOpen();
    this.actions.push({ type: 'save' });
  }

  async restartKernel(upTo?: string): Promise<void> {
    this.actions.push({ type: 'restart', ...(upTo && { upTo }) });
    this.restartAsPerson();
  }

  /** The person closes the notebook; a running cell ends as `closed`. */
  close(): void {
    this._open = false;
    this._cut?.('closed');
  }

  rename(path: string): void {
    this._path = path;
  }

  setReadOnly(readOnly: boolean): void {
    this._readOnly = readOnly;
  }

  setKernel(kernel: Partial<IKernelInfo>): void {
    this._kernel = { ...this._kernel, ...kernel };
  }

  /** The person types into a cell. */
  changeAsPerson(id: string, source: string): void {
    this._find(id).source = source;
  }

  /** The person writes into a cell's metadata. */
  tagAsPerson(id: string, metadata: Record<string, unknown>): void {
    const cell = this._find(id);
    cell.metadata = { ...cell.metadata, ...metadata };
  }

  removeAsPerson(id: string): void {
    this._cells.splice(this._cells.indexOf(this._find(id)), 1);
  }

  /**
   * The person restarts the kernel: a new epoch, and a running cell is cut off.
   */
  restartAsPerson(): void {
    const [id, restarts] = this._kernel.epoch.split(':');
    this._kernel = {
      ...this._kernel,
      status: 'idle',
      epoch: `${id}:${Number(restarts) + 1}`
    };
    this._count = 0;
    this._cut?.('restarted');
  }

  /**
   * The person chooses another kernel, or shuts it down and starts a new one.
   */
  replaceKernel(id: string): void {
    this._kernel = { ...this._kernel, status: 'idle', id, epoch: `${id}:0` };
    this._count = 0;
    this._cut?.('died');
  }

  /** The kernel dies on its own. */
  killKernel(): void {
    this._kernel = { ...this._kernel, status: 'dead' };
    this._cut?.('died');
  }

  newCellId(): string {
    return this._newId();
  }

  /**
   * Reports another request each time, as if the kernel had changed in between.
   */
  private async _tell(
    onSend: NonNullable<ICellRunOptions['onSend']>
  ): Promise<void> {
    await this.onWait();
    for (let reported = 0; reported < this.tells; reported++) {
      await onSend(this._sent());
    }
  }

  private _sent(): ISentRequest {
    return {
      msgId: `request-${++this._requests}`,
      kernelId: this._kernel.id ?? '',
      process: this._kernel.epoch
    };
  }

  /** Nobody types in a notebook in memory. */
  private _isSpare({ source, outputs, running, readOnly }: ICell): boolean {
    return (
      source.trim() === '' && outputs.length === 0 && !running && !readOnly
    );
  }

  private _take(id: string): ICell {
    const cell = this._find(id);
    this._cells.splice(this._cells.indexOf(cell), 1);
    return cell;
  }

  private _place(cell: ICell, behind: string | null): void {
    const at =
      behind === null ? 0 : this._cells.indexOf(this._find(behind)) + 1;
    this._cells.splice(at, 0, cell);
  }

  private _putBack(cell: ICellSnapshot, behind: string | null = null): void {
    const known = this._cells.find(each => each.id === cell.id);
    const back: ICell = {
      id: cell.id,
      type: cell.type,
      source: cell.source,
      outputs: (cell.outputs ?? []) as CellOutput[],
      executionCount: cell.executionCount ?? null,
      running: false,
      readOnly: false,
      metadata: { ...cell.metadata, cellwright: undefined }
    };
    delete back.metadata?.cellwright;
    if (known) {
      Object.assign(known, back);
    } else {
      this._place(back, behind);
    }
    this.mark(cell.id, cell.metadata.cellwright as ICellMark | undefined);
  }

  /** @param shown the outputs so far, for a run that is cut off. */
  private async _raceRun(
    run: () => ICellRun | Promise<ICellRun>,
    shown: () => CellOutput[],
    options: ICellRunOptions
  ): Promise<ICellRun> {
    let stop: () => void = () => undefined;
    const started = Date.now();
    const cut = new Promise<ICellRun>(resolve => {
      const end = (status: ICellRun['status']) =>
        resolve({
          status,
          outputs: shown(),
          executionCount: null,
          ms: Date.now() - started
        });
      stop = () => end('stopped');
      this._cut = end;
      options.signal.addEventListener('abort', stop, { once: true });
    });
    this._kernel = {
      ...this._kernel,
      status: 'busy',
      activity: this._kernel.activity + 1
    };
    try {
      return await Promise.race([Promise.resolve(run()), cut]);
    } finally {
      options.signal.removeEventListener('abort', stop);
      this._cut = null;
      if (this._kernel.status === 'busy') {
        this._kernel = {
          ...this._kernel,
          status: 'idle',
          activity: this._kernel.activity + 1
        };
      }
    }
  }

  private _find(id: string): ICell {
    const cell = this._cells.find(candidate => candidate.id === id);
    if (!cell) {
      throw new WorkspaceError(
        'no-such-cell',
        `There is no cell ${id} in ${this.name}.`
      );
    }
    return cell;
  }

  private _checkKernel(): void {
    if (this._kernel.status === 'none') {
      throw new WorkspaceError(
        'no-kernel',
        `No kernel is running for ${this.name}. Choose one in the notebook's toolbar.`
      );
    }
    if (this._kernel.status === 'dead') {
      throw new WorkspaceError(
        'kernel-dead',
        `The kernel of ${this.name} has died. Restart it from the Kernel menu.`
      );
    }
  }

  private _checkOpen(): void {
    if (!this._open) {
      throw new WorkspaceError(
        'notebook-closed',
        `${this.name} has been closed. Open it again to go on.`
      );
    }
  }

  private _checkWritable(): void {
    this._checkOpen();
    if (this._readOnly) {
      throw new WorkspaceError(
        'read-only',
        `${this.name} is read-only. Save a copy to change it.`
      );
    }
  }

  private _newId(): string {
    let id: string;
    do {
      this._made += 1;
      id = this.newId(this._made);
    } while (this._cells.some(cell => cell.id === id));
    return id;
  }
}

/** A run that ended well. */
export function ran(outputs: CellOutput[] = [], ms = 5): ICellRun {
  return { status: 'ok', outputs, executionCount: null, ms };
}

/** A run that printed this. */
export function printed(text: string, ms = 5): ICellRun {
  return ran([{ type: 'stream', name: 'stdout', text }], ms);
}

/** A run whose code raised. */
export function raised(
  name: string,
  message: string,
  traceback: string[] = [`${name}: ${message}`]
): ICellRun {
  return {
    status: 'error',
    outputs: [{ type: 'error', name, message, traceback }],
    executionCount: null,
    ms: 5
  };
}

/** For `onRun`: never ends on its own, only by stop, close or restart. */
export function endless(): Promise<ICellRun> {
  return new Promise(() => undefined);
}

function info(cell: ICell, index: number): ICellInfo {
  const error = cell.outputs.filter(output => output.type === 'error').pop();
  return {
    id: cell.id,
    type: cell.type,
    index,
    source: cell.source,
    executionCount: cell.executionCount,
    running: cell.running,
    error: error ? { name: error.name, message: error.message } : null,
    readOnly: cell.readOnly
  };
}
