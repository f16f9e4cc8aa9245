import { UUID } from '@lumino/coreutils';

import type { AgentCommand, ITabRequests, TabAnswer } from '../../contract';
import type { ITabChannel } from './tab-channel';

/** How long the driving tab has to answer, in ms. */
export const PATIENCE = 3_000;

export interface ITabAsk {
  /** The first answer; null if none came in time. */
  answer: Promise<TabAnswer | null>;
  /** Resolves once the command has taken effect in the other tab. */
  done: Promise<void>;
}

interface IOpenAsk {
  threadId: string;
  answer(answer: TabAnswer | null): void;
  done(): void;
}

/** Commands on their way to the tab that drives their thread. */
export class TabAsks {
  private readonly _open = new Map<string, IOpenAsk>();

  constructor(
    private readonly _channel: ITabChannel | null,
    private readonly _requests: ITabRequests
  ) {}

  ask(command: AgentCommand): ITabAsk {
    const { _channel: channel, _requests: requests } = this;
    if (!channel) {
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
    const timer = setTimeout(() => void this._giveUp(id), PATIENCE);
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
        this._close(id, null);
      }
    );
    return ask;
  }

  /**
   * Called when a message claims that a request was answered. Only the answer
   * stored in place of the request counts; without one, the message is ignored.
   */
  async look(id: string): Promise<void> {
    const answer = await this._read(id);
    if (answer) {
      this._hear(id, answer);
    }
  }

  private _hear(id: string, answer: TabAnswer): void {
    if (answer.kind === 'taken') {
      this._open.get(id)?.answer(answer);
    } else {
      this._close(id, answer);
    }
  }

  private async _read(id: string): Promise<TabAnswer | undefined> {
    const threadId = this._open.get(id)?.threadId;
    if (threadId === undefined) {
      return undefined;
    }
    try {
      return await this._requests.readAnswer(threadId, id);
    } catch (error) {
      console.warn('Cellwright could not look up an answer', error);
      return undefined;
    }
  }

  /**
   * Nobody answered: withdraws the request, unless a tab is already handling
   * it.
   */
  private async _giveUp(id: string): Promise<void> {
    if (await this._withdraw(id)) {
      this._close(id, null);
    } else {
      // Its answer is not stored yet, or no longer.
      this._hear(id, (await this._read(id)) ?? { kind: 'taken' });
    }
  }

  /** @returns whether nobody had taken it. */
  private async _withdraw(id: string): Promise<boolean> {
    const threadId = this._open.get(id)?.threadId ?? '';
    try {
      return (await this._requests.take(threadId, id)) !== undefined;
    } catch (error) {
      // A request expires after some seconds, and no tab takes it then.
      console.warn('Cellwright could not take back a request', error);
      return true;
    }
  }

  private _close(id: string, answer: TabAnswer | null): void {
    const ask = this._open.get(id);
    this._open.delete(id);
    ask?.answer(answer);
    if (answer) {
      ask?.done();
    }
  }
}
