import type { BaseMessage } from '@langchain/core/messages';

import {
  type AgentEvent,
  type IMemoryObservation,
  type InterruptAnswer,
  type MemoryKind,
  type OpenQuestion
} from '../../../contract';
import type { Settings } from '../../../engine/stories/harness';
import { Site, THREAD, type Page } from '../../../engine/stories/reopening';
import type { IMemoryHit, Memory } from '../../../memory';
import { FakeNotebook } from '../../../testing/fake-notebook';
import { memoryEntry } from '../../../testing/memory-entry';
import type { IScriptedStep } from '../../../testing/scripted-model';
import { planWorkflow } from '../plan-workflow';

/** A turn of the agent that makes a cell. */
export const cell = (code: string): IScriptedStep => ({
  calls: [{ name: 'jupyter_cell', args: { code, description: 'For the step' } }]
});

export const final = (answer: string, more: object = {}): IScriptedStep => ({
  calls: [{ name: 'final_answer', args: { answer, ...more } }]
});

const DRAFT = {
  category: 'cleaning',
  steps: [
    { title: 'Load', does: 'Load the file' },
    { title: 'Clean', does: 'Drop rows', needs: [1] }
  ]
};

/** A task that asks before it is planned. */
export const UNCLEAR = {
  clarity: 0.3,
  questions: [{ question: 'Which column?', choices: ['species'], default: '' }],
  assumptions: ['All rows']
};
export const CLEAR = { clarity: 0.9, questions: [], assumptions: [] };

/** Answers by kind of card that go on with what there is. */
export const ANSWERS: Record<string, InterruptAnswer> = {
  clarification: { action: 'proceed' },
  step: { action: 'approve' },
  failure: { action: 'skip' }
};

/**
 * What outlives a page in plan mode; its model answers by the name of the
 * request.
 */
export class PlanSite extends Site {
  /** Answers by name of the request; the last one is repeated. */
  replies: Record<string, unknown[]> = {
    route: [{ route: 'tool_required', reason: 'It needs the notebook.' }],
    clarify: [{ clarity: 1, questions: [], assumptions: [] }],
    plan: [DRAFT],
    arguments: [{ tools: [] }],
    summarise: [{ summary: 'Loaded and cleaned.' }]
  };

  /** By title of a step, its agent's answers in order. */
  steps: Record<string, IScriptedStep[]> = {
    Load: [cell('load()'), final('Loaded it.')],
    Clean: [cell('clean()'), final('Loaded and cleaned.')]
  };

  /** The answer of a step with no other left. */
  otherwise = (title: string): IScriptedStep => final(`Did ${title}.`);

  /** Names of the requests, in order. */
  readonly asked: string[] = [];
  memories: IMemoryHit[] = [];
  readonly collected: IMemoryObservation[] = [];
  /** The name of a request that never gets an answer. */
  hangs = '';

  /** @param learned real memories, in the place of `memories`. */
  constructor(
    settings: Settings = {},
    learned?: Pick<Memory, 'search' | 'collect'>
  ) {
    super({
      answers: [],
      notebook: new FakeNotebook({ cells: [] }),
      settings,
      workflows: async () => [planWorkflow(learned ?? this._learned)]
    });
  }

  /**
   * From now on it is remembered that the step whose card was answered first
   * was accepted nine times.
   *
   * @returns what the memory goes by: versions of the step's tools, by name.
   */
  rememberAccepted(): Record<string, string> {
    const { situation, versions } = this.collected.find(
      each => each.kind === 'behaviour' && each.situation.includes(' step ')
    ) as Extract<IMemoryObservation, { kind: 'behaviour' }>;
    this.memories = [
      {
        likeness: 1,
        entry: memoryEntry({
          kind: 'behaviour',
          key: 'm',
          subject: situation,
          uses: 9,
          successes: 9,
          decisions: { accept: 9 },
          versions
        })
      }
    ];
    return versions;
  }

  /** From now on plans have these steps, each by its title or in full. */
  propose(...steps: (string | object)[]): void {
    const all = steps.map(step =>
      typeof step === 'string' ? { title: step } : step
    );
    this.replies.plan = [{ category: '', steps: all }];
  }

  override answer(messages: BaseMessage[]): IScriptedStep {
    const title = /no other: (.*)/.exec(
      messages.find(({ type }) => type === 'human')?.text ?? ''
    )?.[1];
    const [tool] = this.boundTools.at(-1) as {
      name?: string;
      function?: { name: string; parameters: { properties?: object } };
    }[];
    const name =
      title ??
      (isChat(messages) ? 'chat' : (tool?.function?.name ?? tool?.name));
    this.asked.push(name ?? 'none');
    if (name === this.hangs) {
      return { hang: true };
    }
    if (title !== undefined) {
      const before = messages.filter(({ type }) => type === 'ai').length;
      return this.steps[title]?.[before] ?? this.otherwise(title);
    }
    if (name === 'chat') {
      return { text: 'You are welcome.' };
    }
    const next = (of: string): unknown => {
      const left = this.replies[of] ?? [{}];
      return left.length > 1 ? left.shift() : left[0];
    };
    const isFirst = 'route' in (tool?.function?.parameters?.properties ?? {});
    const reply = isFirst
      ? oneAnswer(['route', 'clarify', 'plan'].map(next))
      : next(name ?? '');
    if (name === 'jupyter_cell' && typeof reply === 'object') {
      return reply as IScriptedStep;
    }
    return typeof reply === 'string'
      ? { text: reply }
      : {
          calls: [{ name: name ?? '', args: reply as Record<string, unknown> }]
        };
  }

  private get _learned(): Pick<Memory, 'search' | 'collect'> {
    return {
      search: async (kind: MemoryKind, _text, limit) =>
        this.memories
          .filter(({ entry }) => entry.kind === kind)
          .slice(0, limit),
      collect: seen => void this.collected.push(...seen)
    };
  }
}

/** Several answers in one, unless one of them is none. */
function oneAnswer(answers: unknown[]): unknown {
  return (
    answers.find(each => typeof each === 'string') ??
    Object.assign({}, ...(answers as object[]))
  );
}

function isChat(messages: readonly BaseMessage[]): boolean {
  return messages[0]?.text.startsWith('Answer the message.');
}

export async function answer(
  page: Page,
  given: InterruptAnswer | ((asked: OpenQuestion) => InterruptAnswer)
): Promise<void> {
  const asked = await page.question();
  if (!asked) {
    throw new Error('Nothing is asked.');
  }
  await page.engine.send({
    type: 'answer',
    threadId: THREAD,
    interruptId: asked.interrupt_id,
    answer: typeof given === 'function' ? given(asked) : given
  });
}

/** Accepts the plan as proposed. */
export const accept =
  (more: object = {}) =>
  (asked: OpenQuestion): InterruptAnswer => ({
    action: 'accept',
    level: 'cell',
    ...more,
    steps: (asked as Extract<OpenQuestion, { kind: 'plan' }>).steps
  });

export const plan = (page: Page, text = 'Clean the penguins'): Promise<void> =>
  page.say(text, undefined, { mode: 'plan' });

/** A page on which a plan waits with its first card. */
export async function planned(site: Site, text?: string): Promise<Page> {
  const page = site.page();
  await plan(page, text);
  return page;
}

/** A page whose plan was accepted as proposed. */
export async function accepted(site: Site, more?: object): Promise<Page> {
  const page = await planned(site);
  await answer(page, accept(more));
  return page;
}

/** Plans, and works off the plan. */
export async function runPlan(page: Page, text?: string): Promise<void> {
  await plan(page, text);
  await workOff(page);
}

/** Accepts and approves everything, like a person, until the plan is done. */
export async function workOff(page: Page): Promise<void> {
  for (let turn = 0; turn < 60; turn++) {
    const state = await page.engine.stateOf(THREAD);
    const [card] = await page.waiting();
    const asked = await page.question();
    if (card) {
      await page.decide(
        card.interruptId,
        card.card,
        card.card.body.kind === 'unclear'
          ? {
              type: 'respond',
              message: page.site.kernel.includes(card.card.body.text)
                ? 'done'
                : 'run'
            }
          : { type: 'approve' }
      );
    } else if (asked) {
      await answer(
        page,
        asked.kind === 'plan'
          ? accept()
          : asked.kind === 'failure'
            ? { action: 'skip' }
            : asked.kind === 'option'
              ? { chosen: ['go'] }
              : asked.kind === 'step'
                ? { action: 'approve' }
                : { action: 'proceed' }
      );
    } else if (state === 'interrupted') {
      await page.retry();
    } else if (state === 'idle') {
      return;
    } else {
      await page.engine.thread(THREAD).going;
      await new Promise(resolve => setTimeout(resolve, 1));
    }
  }
  throw new Error('It does not come to an end.');
}

/** States of steps by title, as the panel would show them. */
export function stepStates(
  events: readonly AgentEvent[]
): Record<string, string> {
  const titles = new Map<string, string>();
  const states: Record<string, string> = {};
  for (const event of events) {
    if (event.type === 'plan-proposed') {
      event.steps.forEach(({ id, title }) => titles.set(id, title));
    } else if (event.type === 'plan-step') {
      states[titles.get(event.step) ?? event.step] = event.state;
    }
  }
  return states;
}
