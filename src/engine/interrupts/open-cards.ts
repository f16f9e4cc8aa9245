import type {
  AgentEvent,
  IFollowingCall,
  InterruptAnswer,
  IReviewCard,
  IReviewLimit,
  OpenQuestion
} from '../../contract';

/** The cards of a step that were shown and have no decision. */
export interface IOpenReview {
  /** By call, with the time at which each was first shown. */
  cards: Map<string, { card: IReviewCard; since: number }>;
  following: readonly IFollowingCall[];
  limit: IReviewLimit | null;
}

/**
 * What waits for a person, and what questions were answered with: read from the
 * display log, whichever page has written it.
 */
export class OpenCards {
  /** By id, in the order they were shown. */
  readonly reviews = new Map<string, IOpenReview>();
  readonly questions = new Map<string, OpenQuestion>();
  /** See `askPerson`. */
  readonly answers = new Map<string, InterruptAnswer>();

  /** How many decisions and answers are missing. */
  get count(): number {
    return [...this.reviews.values()]
      .map(({ cards }) => cards.size)
      .reduce((sum, each) => sum + each, this.questions.size);
  }

  /** Whether one of the cards asks about a call that may have run. */
  get hasUnclear(): boolean {
    return [...this.reviews.values()].some(({ cards }) =>
      isUnclear([...cards.values()].map(({ card }) => card))
    );
  }

  clear(): void {
    this.reviews.clear();
    this.questions.clear();
    this.answers.clear();
  }

  note(event: AgentEvent): void {
    switch (event.type) {
      case 'review-opened': {
        const { interruptId, following = [], limit = null } = event;
        const before = this.reviews.get(interruptId)?.cards;
        const cards = new Map(
          event.cards.map(card => [
            card.callId,
            { card, since: before?.get(card.callId)?.since ?? event.time }
          ])
        );
        this.reviews.set(interruptId, { cards, following, limit });
        break;
      }
      case 'review-limited': {
        const review = this.reviews.get(event.interruptId);
        if (review) {
          review.limit = event.limit;
        }
        break;
      }
      case 'review-voided': {
        const { card } = event;
        const shown = this.reviews.get(event.interruptId)?.cards;
        const since = shown?.get(card.callId)?.since ?? event.time;
        shown?.set(card.callId, { card, since });
        break;
      }
      case 'review-decided':
        this.reviews.get(event.interruptId)?.cards.delete(event.callId);
        break;
      case 'call-finished':
        // A call that has its answer needs no decision any more.
        this.reviews.forEach(({ cards }) => cards.delete(event.callId));
        break;
      case 'review-closed':
        this.reviews.delete(event.interruptId);
        break;
      case 'interrupt-opened':
        this.questions.set(event.interrupt.interrupt_id, event.interrupt);
        break;
      case 'interrupt-closed':
        this.questions.delete(event.interruptId);
        if (event.answer) {
          this.answers.set(event.interruptId, event.answer);
        }
        break;
      case 'run-started':
      case 'run-finished':
        this.reviews.clear();
        this.questions.clear();
        break;
    }
  }
}

/** Whether cards ask about calls that may have run. */
export function isUnclear(cards: readonly IReviewCard[]): boolean {
  return cards.some(({ body }) => body.kind === 'unclear');
}
