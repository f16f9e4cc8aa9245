import type {
  AgentEvent,
  IAgent,
  IPreferences,
  IThreads,
  IWorkspace
} from '../../contract';
import type { IFoundThreads } from '../../panel/state/panel-state';
import type { ThreadFiles } from '../../storage/transfer/thread-files';
import { pause } from '../util/pause';

export interface IKeepFilesOptions {
  agent: Pick<IAgent, 'subscribe'>;
  preferences: Pick<IPreferences, 'current' | 'onChange'>;
  workspace: Pick<IWorkspace, 'status' | 'onStatusChange'>;
  threads: Pick<IThreads, 'get'>;
  /** Loaded when it is first needed: few keep files. */
  files(): Promise<Pick<ThreadFiles, 'sync' | 'follow' | 'answer'>>;
  /** Tells the person of two versions, or of a file that could not be written. */
  tell(sentence: string): void;
  /**
   * Asks about conversations in the file of the notebook in front that this
   * browser did not write; null for none.
   */
  ask(found: IFoundThreads | null): void;
  /** Shows a conversation that the person has just asked for. */
  show(threadId: string): void;
}

/** Until the end of a run is kept here, too, in ms. */
const SETTLING = 500;

/**
 * Where the settings say so, brings conversations and the file beside their
 * notebook together: when a notebook comes to the front for the first time, and
 * when a run has ended.
 */
export class FileKeeper {
  constructor(private readonly options: IKeepFilesOptions) {
    const { agent, preferences, workspace } = options;
    this._ends = [
      agent.subscribe(event => this.onEvent(event)),
      workspace.onStatusChange(() => this.onNotebook()),
      preferences.onChange(() => this.onNotebook())
    ];
    this.onNotebook();
  }

  dispose(): void {
    this._ends.forEach(end => end());
  }

  /** Once the conversations of a notebook have followed it to another path. */
  async moved(from: string, to: string): Promise<void> {
    if (this.isOn) {
      this._read.add(to);
      await this.sync(to, from);
    }
  }

  private onEvent(event: AgentEvent): void {
    const { type, threadId } = event;
    if (type === 'driver') {
      this._elsewhere[event.here ? 'delete' : 'add'](threadId);
    } else if (
      type === 'run-finished' &&
      this.isOn &&
      !this._elsewhere.has(threadId)
    ) {
      void this.write(threadId);
    }
  }

  private onNotebook(): void {
    const path = this.options.workspace.status.notebook?.path;
    if (path && this.isOn && !this._read.has(path)) {
      this._read.add(path);
      void this.sync(path);
    }
    this.askNow();
  }

  /** Of the notebook in front, and where there is something that is not asked yet. */
  private askNow(): void {
    const path = this.options.workspace.status.notebook?.path;
    const found = (this.isOn && path && this._found.get(path)) || null;
    if (found !== this._asked) {
      this._asked = found;
      this.options.ask(found);
    }
  }

  private get isOn(): boolean {
    return this.options.preferences.current.threads.storage === 'files';
  }

  private async write(threadId: string): Promise<void> {
    await pause(SETTLING);
    const thread = await this.options.threads.get(threadId);
    if (thread) {
      await this.sync(thread.notebook);
    }
  }

  /** @param from where the notebook was until now. */
  private async sync(notebook: string, from?: string): Promise<void> {
    try {
      const keeper = await this.options.files();
      if (from !== undefined) {
        await keeper.follow(from, notebook);
        this._found.delete(from);
      }
      await this.read(notebook);
    } catch (error) {
      this.failed(error);
    }
  }

  /** @returns ids of conversations that came from the file. */
  private async read(notebook: string): Promise<string[]> {
    const keeper = await this.options.files();
    const synced = await keeper.sync(notebook);
    const { file, sentences, taken, waiting, left } = synced;
    sentences.forEach(sentence => this.options.tell(sentence));
    const ids = waiting.length > 0 ? waiting : left;
    const key = JSON.stringify([waiting, left]);
    if (ids.length === 0) {
      this._found.delete(notebook);
    } else if (this._found.get(notebook)?.key !== key) {
      // The same is asked once.
      this._found.set(notebook, {
        key,
        file,
        waiting: waiting.length,
        left: left.length,
        answer: isTaken => this.answer(notebook, ids, isTaken)
      });
    }
    this.askNow();
    return taken;
  }

  private async answer(
    notebook: string,
    ids: readonly string[],
    isTaken: boolean
  ): Promise<void> {
    try {
      await (await this.options.files()).answer(notebook, ids, isTaken);
      const last = (await this.read(notebook)).at(-1);
      if (last !== undefined) {
        this.options.show(last);
      }
    } catch (error) {
      this.failed(error);
    }
  }

  private failed(error: unknown): void {
    console.error('Cellwright: conversations and their file', error);
    if (error instanceof Error) {
      this.options.tell(error.message);
    }
  }

  /** Notebooks whose file was read by this page. */
  private readonly _read = new Set<string>();
  /** By notebook, what its file holds that is not here. */
  private readonly _found = new Map<string, IFoundThreads & { key: string }>();
  private _asked: IFoundThreads | null = null;
  /** Threads that another tab drives: it writes their files. */
  private readonly _elsewhere = new Set<string>();
  private readonly _ends: (() => void)[];
}
