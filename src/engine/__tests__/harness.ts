import type { BaseMessage } from '@langchain/core/messages';
import type { BaseCheckpointSaver } from '@langchain/langgraph/web';

import { DEMO_CHOICE, ENGLISH } from '../../contract';
import type {
  AgentEvent,
  Decision,
  EventBody,
  IReviewCard
} from '../../contract';
import { FakeNotebook } from '../../testing/fake-notebook';
import { FakeWorkspace } from '../../testing/fake-workspace';
import { ScriptedModel, historyProblems } from '../../testing/scripted-model';
import type { Script } from '../../testing/scripted-model';
import { Engine } from '../engine';

export const THREAD = 'thread-1';

type EventOf<T extends EventBody['type']> = Extract<AgentEvent, { type: T }>;

/** An engine on a fake notebook with a scripted model, and everything it told. */
export class Harness {
  readonly events: AgentEvent[] = [];
  readonly model: ScriptedModel;
  readonly notebook: FakeNotebook;
  readonly workspace: FakeWorkspace;
  readonly engine: Engine;
  #messages = 0;

  constructor(options: {
    script: Script;
    notebook?: FakeNotebook;
    workspace?: FakeWorkspace;
    images?: boolean;
    checkpointer?: BaseCheckpointSaver;
  }) {
    this.model = new ScriptedModel(options.script);
    this.notebook = options.notebook ?? new FakeNotebook();
    this.workspace =
      options.workspace ?? new FakeWorkspace({ notebook: this.notebook });
    this.engine = new Engine({
      workspace: this.workspace,
      trans: ENGLISH,
      checkpointer: options.checkpointer,
      model: () => ({ choice: DEMO_CHOICE, key: undefined }),
      provider: () => ({
        id: 'scripted',
        label: () => 'Scripted',
        abilities: () => ({
          images: options.images ?? false,
          contextWindow: 1000
        }),
        images: 'after-answers',
        create: async () => this.model as never
      })
    });
    this.engine.subscribe(event => this.events.push(event));
  }

  /** Sends a message; resolves when the run pauses or ends. */
  say(text = 'Go on.'): Promise<void> {
    return this.engine.send({
      type: 'start',
      threadId: THREAD,
      messageId: `message-${++this.#messages}`,
      text
    });
  }

  stop(): Promise<void> {
    return this.engine.send({ type: 'stop', threadId: THREAD });
  }

  of<T extends EventBody['type']>(type: T): EventOf<T>[] {
    return this.events.filter(event => event.type === type) as EventOf<T>[];
  }

  last<T extends EventBody['type']>(type: T): EventOf<T> {
    const event = this.of(type).at(-1);
    if (!event) {
      throw new Error(
        `No ${type} was told; told: ${this.events.map(each => each.type).join(', ')}`
      );
    }
    return event;
  }

  /** The cards that wait now, with the interrupt they belong to. */
  get review(): { interruptId: string; cards: IReviewCard[] } {
    return this.last('review-opened');
  }

  /** Decides cards by call id. */
  decide(
    decisions: Record<string, Decision>,
    review = this.review
  ): Promise<void> {
    const current = new Map(review.cards.map(card => [card.callId, card.hash]));
    for (const { card } of this.of('review-voided')) {
      current.set(card.callId, card.hash);
    }
    return this.engine.send({
      type: 'resume',
      threadId: THREAD,
      interruptId: review.interruptId,
      decisions,
      hashes: Object.fromEntries(
        Object.keys(decisions).map(id => [id, current.get(id) ?? ''])
      )
    });
  }

  approveAll(): Promise<void> {
    return this.decide(
      Object.fromEntries(
        this.review.cards.map(card => [card.callId, { type: 'approve' }])
      )
    );
  }

  messages(): Promise<BaseMessage[]> {
    return this.engine.thread(THREAD).messages();
  }

  async problems(): Promise<string[]> {
    return historyProblems(await this.messages());
  }

  /** Resolves when `condition` holds, looked at after each event loop turn. */
  async until(condition: () => boolean, what = 'the condition'): Promise<void> {
    for (let turn = 0; turn < 2000; turn++) {
      if (condition()) {
        return;
      }
      await new Promise(resolve => setTimeout(resolve, 1));
    }
    throw new Error(`${what} did not come about`);
  }
}

/** The text of the tool messages of a history, in order. */
export function toolTexts(messages: BaseMessage[]): string[] {
  return messages
    .filter(message => message.type === 'tool')
    .map(message => message.content as string);
}
