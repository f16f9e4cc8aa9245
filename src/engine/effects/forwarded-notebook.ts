import type {
  CellOutput,
  ICellInfo,
  ICellMark,
  ICellRestore,
  ICellRun,
  ICellRunMark,
  ICellSnapshot,
  IKernelInfo,
  INotebook,
  INotebookIdentity,
  ICellRunOptions,
  ISentRequest,
  NotebookMark
} from '../../contract';

/** Forwards everything to another notebook; a base class. */
export class ForwardedNotebook implements INotebook {
  private readonly _notebook: INotebook;

  constructor(notebook: INotebook) {
    this._notebook = notebook;
  }

  get path(): string {
    return this._notebook.path;
  }

  get name(): string {
    return this._notebook.name;
  }

  get identity(): INotebookIdentity {
    return this._notebook.identity;
  }

  get kernel(): IKernelInfo {
    return this._notebook.kernel;
  }

  get readOnly(): boolean {
    return this._notebook.readOnly;
  }

  get isOpen(): boolean {
    return this._notebook.isOpen;
  }

  get activeCellId(): string | null {
    return this._notebook.activeCellId;
  }

  get spareCellId(): string | null {
    return this._notebook.spareCellId;
  }

  get scratchCode(): readonly string[] {
    return this._notebook.scratchCode;
  }

  cells(): ICellInfo[] {
    return this._notebook.cells();
  }

  cell(id: string): ICellInfo | undefined {
    return this._notebook.cell(id);
  }

  outputs(id: string): CellOutput[] {
    return this._notebook.outputs(id);
  }

  newCellId(): string {
    return this._notebook.newCellId();
  }

  insertCell(cell: Parameters<INotebook['insertCell']>[0]): Promise<string> {
    return this._notebook.insertCell(cell);
  }

  setSource(id: string, source: string): Promise<void> {
    return this._notebook.setSource(id, source);
  }

  deleteCell(id: string): Promise<void> {
    return this._notebook.deleteCell(id);
  }

  moveCell(id: string, after: string | null): Promise<void> {
    return this._notebook.moveCell(id, after);
  }

  runCell(id: string, options: ICellRunOptions): Promise<ICellRun> {
    return this._notebook.runCell(id, options);
  }

  runScratch(code: string, options: ICellRunOptions): Promise<ICellRun> {
    return this._notebook.runScratch(code, options);
  }

  nextRequest(source: string): ISentRequest | null {
    return this._notebook.nextRequest(source);
  }

  inspect(code: string, signal: AbortSignal): Promise<string> {
    return this._notebook.inspect(code, signal);
  }

  snapshot(id: string): ICellSnapshot | undefined {
    return this._notebook.snapshot(id);
  }

  restore(steps: ICellRestore[]): Promise<void> {
    return this._notebook.restore(steps);
  }

  identify(noted: boolean): NotebookMark {
    return this._notebook.identify(noted);
  }

  markOf(id: string): ICellMark | undefined {
    return this._notebook.markOf(id);
  }

  runOf(id: string): ICellRunMark | null {
    return this._notebook.runOf(id);
  }

  mark(id: string, mark: ICellMark | undefined): void {
    this._notebook.mark(id, mark);
  }

  recall(
    ...args: Parameters<INotebook['recall']>
  ): ReturnType<INotebook['recall']> {
    return this._notebook.recall(...args);
  }

  save(options?: Parameters<INotebook['save']>[0]): Promise<void> {
    return this._notebook.save(options);
  }

  restartKernel(upTo?: string): Promise<void> {
    return this._notebook.restartKernel(upTo);
  }
}
