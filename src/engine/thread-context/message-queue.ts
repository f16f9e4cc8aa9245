import type { EventBody } from '../../contract';

export interface IQueuedMessage {
  messageId: string;
  text: string;
}

/** Messages that wait for the next step, and the ids of those that entered. */
export class MessageQueue {
  readonly #tell: (body: EventBody) => void;
  readonly #keep: (queued: IQueuedMessage[]) => void;
  readonly #entered = new Set<string>();
  #waiting: IQueuedMessage[] = [];
  /** Handed over, and not yet known to be in a checkpoint. */
  #onTheirWay: IQueuedMessage[] = [];

  /** @param keep is told what a next page has to know of. */
  constructor(
    tell: (body: EventBody) => void,
    keep: (queued: IQueuedMessage[]) => void = () => undefined
  ) {
    this.#tell = tell;
    this.#keep = keep;
  }

  /**
   * Takes over what waited in an earlier page.
   * @param arrived ids of messages that are in the conversation.
   */
  takeOver(queued: readonly IQueuedMessage[], arrived: Iterable<string>): void {
    for (const id of arrived) {
      this.#entered.add(id);
    }
    this.#waiting = queued
      .filter(({ messageId }) => !this.#entered.has(messageId))
      .map(message => ({ ...message }));
  }

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
    this.#tell({ type: 'queued', messageId, text });
    this.#note();
  }

  /** Hands over everything that waits; it enters the conversation. */
  take(): IQueuedMessage[] {
    const taken = this.#waiting;
    this.#waiting = [];
    // Kept until a checkpoint has them: the page may go before that.
    this.#onTheirWay.push(...taken);
    taken.forEach(({ messageId }) => this.enter(messageId));
    return taken;
  }

  /** What was handed over is kept elsewhere by now. */
  arrived(): void {
    if (this.#onTheirWay.length > 0) {
      this.#onTheirWay = [];
      this.#note();
    }
  }

  #note(): void {
    this.#keep(
      [...this.#onTheirWay, ...this.#waiting].map(each => ({ ...each }))
    );
  }
}
