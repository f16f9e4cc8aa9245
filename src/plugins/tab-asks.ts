import { UUID } from '@lumino/coreutils';

import type { AgentCommand } from '../contract';
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
  answer(answer: TabAnswer | null): void;
  done(): void;
}

/** Commands on their way to the tab that drives their thread. */
export class TabAsks {
  constructor(private readonly channel: ITabChannel | null) {}

  ask(command: AgentCommand): ITabAsk {
    if (!this.channel) {
      return { answer: Promise.resolve(null), done: new Promise(() => {}) };
    }
    const id = UUID.uuid4();
    let answered: IOpenAsk['answer'] = () => undefined;
    let done: IOpenAsk['done'] = () => undefined;
    const ask: ITabAsk = {
      answer: new Promise(resolve => (answered = resolve)),
      done: new Promise(resolve => (done = resolve))
    };
    const timer = setTimeout(() => {
      this._open.delete(id);
      answered(null);
    }, PATIENCE);
    this._open.set(id, {
      answer: answer => {
        clearTimeout(timer);
        answered(answer);
      },
      done
    });
    this.channel.post({ type: 'ask', id, command });
    return ask;
  }

  /** Another tab has said something to one of them. */
  take(id: string, answer: TabAnswer): void {
    const ask = this._open.get(id);
    ask?.answer(answer);
    if (answer.kind !== 'taken') {
      this._open.delete(id);
      ask?.done();
    }
  }

  private readonly _open = new Map<string, IOpenAsk>();
}
