import type {
  CellOutput,
  ICellInfo,
  ICellMark,
  ICellRestore,
  ICellRun,
  ICellSnapshot,
  IKernelInfo,
  INotebook,
  INotebookIdentity,
  IRunOptions,
  NotebookMark
} from '../../contract';

/** A notebook that hands everything on to another one, to be built upon. */
export class ForwardedNotebook implements INotebook {
  readonly #notebook: INotebook;

  constructor(notebook: INotebook) {
    this.#notebook = notebook;
  }

  get path(): string {
    return this.#notebook.path;
  }

  get name(): string {
    return this.#notebook.name;
  }

  get identity(): INotebookIdentity {
    return this.#notebook.identity;
  }

  get kernel(): IKernelInfo {
    return this.#notebook.kernel;
  }

  get readOnly(): boolean {
    return this.#notebook.readOnly;
  }

  get isOpen(): boolean {
    return this.#notebook.isOpen;
  }

  get activeCellId(): string | null {
    return this.#notebook.activeCellId;
  }

  get spareCellId(): string | null {
    return this.#notebook.spareCellId;
  }

  cells(): ICellInfo[] {
    return this.#notebook.cells();
  }

  cell(id: string): ICellInfo | undefined {
    return this.#notebook.cell(id);
  }

  outputs(id: string): CellOutput[] {
    return this.#notebook.outputs(id);
  }

  newCellId(): string {
    return this.#notebook.newCellId();
  }

  insertCell(cell: Parameters<INotebook['insertCell']>[0]): Promise<string> {
    return this.#notebook.insertCell(cell);
  }

  setSource(id: string, source: string): Promise<void> {
    return this.#notebook.setSource(id, source);
  }

  deleteCell(id: string): Promise<void> {
    return this.#notebook.deleteCell(id);
  }

  moveCell(id: string, after: string | null): Promise<void> {
    return this.#notebook.moveCell(id, after);
  }

  runCell(id: string, options: IRunOptions): Promise<ICellRun> {
    return this.#notebook.runCell(id, options);
  }

  runScratch(code: string, options: IRunOptions): Promise<ICellRun> {
    return this.#notebook.runScratch(code, options);
  }

  inspect(code: string, signal: AbortSignal): Promise<string> {
    return this.#notebook.inspect(code, signal);
  }

  snapshot(id: string): ICellSnapshot | undefined {
    return this.#notebook.snapshot(id);
  }

  restore(steps: ICellRestore[]): Promise<void> {
    return this.#notebook.restore(steps);
  }

  identify(noted: boolean): NotebookMark {
    return this.#notebook.identify(noted);
  }

  markOf(id: string): ICellMark | undefined {
    return this.#notebook.markOf(id);
  }

  mark(id: string, mark: ICellMark | undefined): void {
    this.#notebook.mark(id, mark);
  }

  recall(
    ...args: Parameters<INotebook['recall']>
  ): ReturnType<INotebook['recall']> {
    return this.#notebook.recall(...args);
  }

  save(): Promise<void> {
    return this.#notebook.save();
  }

  restartKernel(upTo?: string): Promise<void> {
    return this.#notebook.restartKernel(upTo);
  }
}
