import type {
  AgentCommand,
  ITabRequests,
  IThreadHold,
  IThreadLock,
  TabAnswer
} from '../contract';

/**
 * A channel between tabs: each message is copied, and arrives later, in order.
 */
export class FakeChannels<M> {
  readonly all = new Set<FakeChannel<M>>();

  /** All messages, in order. */
  readonly said: M[] = [];
  open(): FakeChannel<M> {
    const channel = new FakeChannel<M>(this);
    this.all.add(channel);
    return channel;
  }
}

export class FakeChannel<M> {
  private _listener: ((message: M) => void) | null = null;

  constructor(private readonly _channels: FakeChannels<M>) {}

  post(message: M): void {
    if (!this._channels.all.has(this)) {
      return;
    }
    this._channels.said.push(message);
    const copy = JSON.stringify(message);
    for (const other of this._channels.all) {
      if (other !== this) {
        setTimeout(() => other._receive(JSON.parse(copy) as M));
      }
    }
  }

  listen(listener: (message: M) => void): void {
    this._listener = listener;
  }

  /** Closes it, as when the tab is gone. */
  close(): void {
    this._channels.all.delete(this);
    this._listener = null;
  }

  private _receive(message: M): void {
    this._listener?.(message);
  }
}

/** Locks shared by the tabs of one browser. */
export class FakeLocks {
  private readonly _held = new Map<string, string>();

  private readonly _fences = new Map<string, number>();

  private readonly _waiting = new Set<() => void>();

  /** The lock as one tab uses it. */
  forTab(tab: string): IThreadLock {
    return {
      take: async threadId => this._take(tab, threadId),
      freed: (threadId, signal) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          const look = (): void =>
            this._held.has(threadId) ? void this._waiting.add(look) : resolve();
          look();
        })
    };
  }

  /** The tab that holds a thread. */
  holder(threadId: string): string | undefined {
    return this._held.get(threadId);
  }

  /** Releases the locks of a tab that was closed or has crashed. */
  drop(tab: string): void {
    for (const [threadId, holder] of this._held) {
      if (holder === tab) {
        this._free(threadId);
      }
    }
  }

  private _take(tab: string, threadId: string): IThreadHold | null {
    if (this._held.has(threadId)) {
      return null;
    }
    this._held.set(threadId, tab);
    const fence = (this._fences.get(threadId) ?? 0) + 1;
    this._fences.set(threadId, fence);
    return {
      fence,
      lost: new AbortController().signal,
      release: async () => {
        if (this._fences.get(threadId) === fence) {
          this._free(threadId);
        }
      }
    };
  }

  private _free(threadId: string): void {
    this._held.delete(threadId);
    const waiting = [...this._waiting];
    this._waiting.clear();
    waiting.forEach(look => look());
  }
}

/** The requests between the tabs of one browser. */
export class FakeTabRequests implements ITabRequests {
  readonly left = new Map<string, AgentCommand>();
  readonly answers = new Map<string, TabAnswer>();

  async put(id: string, command: AgentCommand): Promise<void> {
    this.left.set(
      `${command.threadId} ${id}`,
      JSON.parse(JSON.stringify(command)) as AgentCommand
    );
  }

  async take(threadId: string, id: string): Promise<AgentCommand | undefined> {
    const command = this.left.get(`${threadId} ${id}`);
    this.left.delete(`${threadId} ${id}`);
    return command;
  }

  async answer(threadId: string, id: string, answer: TabAnswer): Promise<void> {
    this.answers.set(`${threadId} ${id}`, answer);
  }

  async readAnswer(
    threadId: string,
    id: string
  ): Promise<TabAnswer | undefined> {
    const answer = this.answers.get(`${threadId} ${id}`);
    this.answers.delete(`${threadId} ${id}`);
    return answer;
  }
}
