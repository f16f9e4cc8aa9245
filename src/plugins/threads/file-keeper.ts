import type {
  AgentEvent,
  IAgent,
  IPreferences,
  IThreads,
  IWorkspace
} from '../../contract';
import type { IFoundThreads } from '../../panel/state/panel-state';
import type { ThreadFiles } from '../../storage/transfer/thread-files';

export interface IKeepFilesOptions {
  agent: Pick<IAgent, 'subscribe'>;
  preferences: Pick<IPreferences, 'current' | 'onChange'>;
  workspace: Pick<IWorkspace, 'status' | 'onStatusChange'>;
  threads: Pick<IThreads, 'get'>;
  /** Loaded when first needed, since few people use such files. */
  files(): Promise<Pick<ThreadFiles, 'sync' | 'follow' | 'answer'>>;
  /**
   * Tells the person about two versions, or about a file that could not be
   * written.
   */
  tell(sentence: string): void;
  /**
   * Asks about conversations in the file of the notebook in front that this
   * browser did not write; null for none.
   */
  ask(found: IFoundThreads | null): void;
  /** Shows a conversation that the person has just asked for. */
  show(threadId: string): void;
}

/** ms until the end of a run is stored in this browser too. */
const SETTLING = 500;

/**
 * If the settings say so, synchronises conversations with the file beside their
 * notebook: when a notebook comes to the front for the first time, and when a
 * run has ended.
 */
export class FileKeeper {
  /** Notebooks whose file this page has read. */
  private readonly _read = new Set<string>();

  /** What is in a notebook's file but not here, by notebook. */
  private readonly _found = new Map<string, IFoundThreads & { key: string }>();

  private _asked: IFoundThreads | null = null;

  /** Threads that another tab drives, which also writes their files. */
  private readonly _elsewhere = new Set<string>();

  private readonly _ends: (() => void)[];

  constructor(private readonly _options: IKeepFilesOptions) {
    const { agent, preferences, workspace } = _options;
    this._ends = [
      agent.subscribe(event => this._onEvent(event)),
      workspace.onStatusChange(() => this._onNotebook()),
      preferences.onChange(() => this._onNotebook())
    ];
    this._onNotebook();
  }

  dispose(): void {
    this._ends.forEach(end => end());
  }

  /**
   * Called once the conversations of a notebook have followed it to another
   * path.
   */
  async moved(from: string, to: string): Promise<void> {
    if (this._isOn) {
      this._read.add(to);
      await this._sync(to, from);
    }
  }

  private get _isOn(): boolean {
    return this._options.preferences.current.threads.storage === 'files';
  }

  private _onEvent(event: AgentEvent): void {
    const { type, threadId } = event;
    if (type === 'driver') {
      this._elsewhere[event.here ? 'delete' : 'add'](threadId);
    } else if (
      type === 'run-finished' &&
      this._isOn &&
      !this._elsewhere.has(threadId)
    ) {
      void this._write(threadId);
    }
  }

  private _onNotebook(): void {
    const path = this._options.workspace.status.notebook?.path;
    if (path && this._isOn && !this._read.has(path)) {
      this._read.add(path);
      void this._sync(path);
    }
    this._askNow();
  }

  /** Asks about the notebook in front, if something has not been asked yet. */
  private _askNow(): void {
    const path = this._options.workspace.status.notebook?.path;
    const found = (this._isOn && path && this._found.get(path)) || null;
    if (found !== this._asked) {
      this._asked = found;
      this._options.ask(found);
    }
  }

  private async _write(threadId: string): Promise<void> {
    await pause(SETTLING);
    const thread = await this._options.threads.get(threadId);
    if (thread) {
      await this._sync(thread.notebook);
    }
  }

  /** @param from the notebook's path until now. */
  private async _sync(notebook: string, from?: string): Promise<void> {
    try {
      const keeper = await this._options.files();
      if (from !== undefined) {
        await keeper.follow(from, notebook);
        this._found.delete(from);
      }
      await this._readFile(notebook);
    } catch (error) {
      this._failed(error);
    }
  }

  /** @returns ids of conversations that were imported from the file. */
  private async _readFile(notebook: string): Promise<string[]> {
    const keeper = await this._options.files();
    const synced = await keeper.sync(notebook);
    const { file, sentences, taken, waiting, left } = synced;
    sentences.forEach(sentence => this._options.tell(sentence));
    const ids = waiting.length > 0 ? waiting : left;
    const key = JSON.stringify([waiting, left]);
    if (ids.length === 0) {
      this._found.delete(notebook);
    } else if (this._found.get(notebook)?.key !== key) {
      // The same question is asked only once.
      this._found.set(notebook, {
        key,
        file,
        waiting: waiting.length,
        left: left.length,
        answer: isTaken => this._answer(notebook, ids, isTaken)
      });
    }
    this._askNow();
    return taken;
  }

  private async _answer(
    notebook: string,
    ids: readonly string[],
    isTaken: boolean
  ): Promise<void> {
    try {
      await (await this._options.files()).answer(notebook, ids, isTaken);
      const last = (await this._readFile(notebook)).at(-1);
      if (last !== undefined) {
        this._options.show(last);
      }
    } catch (error) {
      this._failed(error);
    }
  }

  private _failed(error: unknown): void {
    console.error('Cellwright: a conversation file failed', error);
    if (error instanceof Error) {
      this._options.tell(error.message);
    }
  }
}

/** Resolves after some ms; later in a hidden tab. */
function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}
