import type { EventBody } from '../contract';

export interface IQueuedMessage {
  messageId: string;
  text: string;
}

/** Messages that wait for the next step, and the ids of those that entered. */
export class MessageQueue {
  readonly #entered = new Set<string>();
  #waiting: IQueuedMessage[] = [];

  constructor(private _tell: (body: EventBody) => void) {}

  /** Notes that a message enters the conversation; false when it did before. */
  enter(messageId: string): boolean {
    if (this.#entered.has(messageId)) {
      return false;
    }
    this.#entered.add(messageId);
    return true;
  }

  /**
   * Adds a message, changes the text of one, or takes it back (`null`). One
   * that was delivered in the meantime stays as it was delivered.
   */
  set(messageId: string, text: string | null): void {
    if (this.#entered.has(messageId)) {
      return;
    }
    const waiting = this.#waiting.find(each => each.messageId === messageId);
    if (text === null) {
      if (!waiting) {
        return;
      }
      this.#waiting = this.#waiting.filter(each => each !== waiting);
    } else if (waiting) {
      waiting.text = text;
    } else {
      this.#waiting.push({ messageId, text });
    }
    this._tell({ type: 'queued', messageId, text });
  }

  /** Hands over everything that waits; it enters the conversation. */
  take(): IQueuedMessage[] {
    const taken = this.#waiting;
    this.#waiting = [];
    taken.forEach(({ messageId }) => this.enter(messageId));
    return taken;
  }
}
