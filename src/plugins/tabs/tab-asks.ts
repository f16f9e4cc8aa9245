import { UUID } from '@lumino/coreutils';

import type { AgentCommand, ITabRequests } from '../../contract';
import type { ITabChannel, TabAnswer } from './tab-channel';

/** How long a tab that drives a thread has to answer, in ms. */
export const PATIENCE = 3_000;

export interface ITabAsk {
  /** The first answer; null where none came in time. */
  answer: Promise<TabAnswer | null>;
  /** Resolves once the command has taken effect there. */
  done: Promise<void>;
}

interface IOpenAsk {
  threadId: string;
  answer(answer: TabAnswer | null): void;
  done(): void;
}

/** Commands on their way to the tab that drives their thread. */
export class TabAsks {
  constructor(
    private readonly channel: ITabChannel | null,
    private readonly requests: ITabRequests | null
  ) {}

  ask(command: AgentCommand): ITabAsk {
    const { channel, requests } = this;
    if (!channel || !requests) {
      return { answer: Promise.resolve(null), done: new Promise(() => {}) };
    }
    const id = UUID.uuid4();
    const { threadId } = command;
    let answered: IOpenAsk['answer'] = () => undefined;
    let done: IOpenAsk['done'] = () => undefined;
    const ask: ITabAsk = {
      answer: new Promise(resolve => (answered = resolve)),
      done: new Promise(resolve => (done = resolve))
    };
    const timer = setTimeout(() => void this.giveUp(id), PATIENCE);
    this._open.set(id, {
      threadId,
      answer: answer => {
        clearTimeout(timer);
        answered(answer);
      },
      done
    });
    requests.put(id, command).then(
      () => channel.post({ type: 'ask', id, threadId }),
      (error: unknown) => {
        console.warn('Cellwright could not ask another tab', error);
        this.close(id, null);
      }
    );
    return ask;
  }

  /**
   * Another tab has said something to one of them. Whoever answers has taken it
   * before: while it is still there, it is not the tab that drives.
   */
  async take(id: string, answer: TabAnswer): Promise<void> {
    const threadId = this._open.get(id)?.threadId;
    if (threadId === undefined || (await this.isLeft(threadId, id))) {
      return;
    }
    if (answer.kind === 'taken') {
      this._open.get(id)?.answer(answer);
    } else {
      this.close(id, answer);
    }
  }

  private async isLeft(threadId: string, id: string): Promise<boolean> {
    try {
      return (await this.requests?.isLeft(threadId, id)) ?? false;
    } catch (error) {
      console.warn('Cellwright could not look for a request', error);
      return true;
    }
  }

  /** Nobody answers: nobody is to do it any more, unless somebody does already. */
  private async giveUp(id: string): Promise<void> {
    if (await this.withdraw(id)) {
      this.close(id, null);
    } else {
      this._open.get(id)?.answer({ kind: 'taken' });
    }
  }

  /** @returns whether nobody had taken it. */
  private async withdraw(id: string): Promise<boolean> {
    const threadId = this._open.get(id)?.threadId ?? '';
    try {
      return (await this.requests?.take(threadId, id)) !== undefined;
    } catch (error) {
      // It is good for some seconds; then no tab takes it.
      console.warn('Cellwright could not take back a request', error);
      return true;
    }
  }

  private close(id: string, answer: TabAnswer | null): void {
    const ask = this._open.get(id);
    this._open.delete(id);
    ask?.answer(answer);
    if (answer) {
      ask?.done();
    }
  }

  private readonly _open = new Map<string, IOpenAsk>();
}
