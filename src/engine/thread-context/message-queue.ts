import type { EventBody } from '../../contract';

export interface IQueuedMessage {
  messageId: string;
  text: string;
}

/**
 * Messages that wait for the next step, and the ids of those already in the
 * conversation.
 */
export class MessageQueue {
  private readonly _tell: (body: EventBody) => void;
  private readonly _keep: (queued: IQueuedMessage[]) => void;
  private readonly _entered = new Set<string>();
  private _waiting: IQueuedMessage[] = [];
  /** Handed over, but maybe not in a checkpoint yet. */
  private _onTheirWay: IQueuedMessage[] = [];

  /** @param keep is called with what a later page needs to know. */
  constructor(
    tell: (body: EventBody) => void,
    keep: (queued: IQueuedMessage[]) => void = () => undefined
  ) {
    this._tell = tell;
    this._keep = keep;
  }

  /**
   * Takes over the messages that waited in an earlier page.
   *
   * @param arrived ids of messages that are in the conversation.
   */
  takeOver(queued: readonly IQueuedMessage[], arrived: Iterable<string>): void {
    for (const id of arrived) {
      this._entered.add(id);
    }
    this._waiting = queued
      .filter(({ messageId }) => !this._entered.has(messageId))
      .map(message => ({ ...message }));
  }

  /**
   * Records that a message enters the conversation; returns false if it did
   * before.
   */
  enter(messageId: string): boolean {
    if (this._entered.has(messageId)) {
      return false;
    }
    this._entered.add(messageId);
    return true;
  }

  /**
   * Adds a message, changes its text, or removes it (`null`). A message that
   * was delivered in the meantime stays as it was delivered.
   */
  set(messageId: string, text: string | null): void {
    if (this._entered.has(messageId)) {
      return;
    }
    const waiting = this._waiting.find(each => each.messageId === messageId);
    if (text === null) {
      if (!waiting) {
        return;
      }
      this._waiting = this._waiting.filter(each => each !== waiting);
    } else if (waiting) {
      waiting.text = text;
    } else {
      this._waiting.push({ messageId, text });
    }
    this._tell({ type: 'queued', messageId, text });
    this._note();
  }

  /** Hands over everything that waits, to be added to the conversation. */
  take(): IQueuedMessage[] {
    const taken = this._waiting;
    this._waiting = [];
    // Kept until a checkpoint has them, since the page may close before that.
    this._onTheirWay.push(...taken);
    taken.forEach(({ messageId }) => this.enter(messageId));
    return taken;
  }

  /** Called when the messages handed over are stored in a checkpoint. */
  arrived(): void {
    if (this._onTheirWay.length > 0) {
      this._onTheirWay = [];
      this._note();
    }
  }

  private _note(): void {
    this._keep(
      [...this._onTheirWay, ...this._waiting].map(each => ({ ...each }))
    );
  }
}
