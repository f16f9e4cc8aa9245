import type {
  AgentEvent,
  IAgent,
  IPreferences,
  IThreads,
  IWorkspace
} from '../contract';
import type { ThreadFiles } from '../storage/thread-files';
import { pause } from './pause';

export interface IKeepFilesOptions {
  agent: Pick<IAgent, 'subscribe'>;
  preferences: Pick<IPreferences, 'current' | 'onChange'>;
  workspace: Pick<IWorkspace, 'status' | 'onStatusChange'>;
  threads: Pick<IThreads, 'get' | 'lastOf'>;
  /** Loaded when it is first needed: few keep files. */
  files(): Promise<Pick<ThreadFiles, 'sync' | 'follow'>>;
  /** Tells the person of two versions, or of a file that could not be written. */
  tell(sentence: string): void;
  /** Id of the conversation the panel shows. */
  shown(): string;
  /**
   * Shows another one.
   * @param asked Whether the person knows of it; else it gives way to them.
   */
  show(threadId: string, asked: boolean): void;
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
    const { files, tell, shown } = this.options;
    const before = shown();
    try {
      const keeper = await files();
      if (from !== undefined) {
        await keeper.follow(from, notebook);
      }
      const { sentences, replaced, taken } = await keeper.sync(notebook);
      sentences.forEach(sentence => tell(sentence));
      const newer = replaced.get(before);
      if (newer !== undefined) {
        await this.showInstead(before, newer);
      } else if (taken.length > 0) {
        await this.showLast(notebook, before);
      }
    } catch (error) {
      console.error('Cellwright: conversations and their file', error);
      if (error instanceof Error) {
        tell(error.message);
      }
    }
  }

  /** Unless the person has gone to another conversation meanwhile. */
  private async showInstead(before: string, newer: string): Promise<void> {
    const { threads, shown, show } = this.options;
    const now = shown();
    if (now === before || !(await threads.get(now))) {
      show(newer, true);
    }
  }

  /** Where the panel found no conversation with the notebook, there is one now. */
  private async showLast(notebook: string, before: string): Promise<void> {
    const { threads, workspace, shown, show } = this.options;
    const last = await threads.lastOf(notebook);
    const isBlank = !(await threads.get(before));
    if (
      last &&
      isBlank &&
      shown() === before &&
      workspace.status.notebook?.path === notebook
    ) {
      show(last.id, false);
    }
  }

  /** Notebooks whose file was read by this page. */
  private readonly _read = new Set<string>();
  /** Threads that another tab drives: it writes their files. */
  private readonly _elsewhere = new Set<string>();
  private readonly _ends: (() => void)[];
}
