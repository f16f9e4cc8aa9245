import type { Locator } from '@playwright/test';

import { textOf } from './history';
import type { Panel } from './panel';
import { answer, call, type ScriptedModel, type Step } from './scripted-model';

/**
 * The model's default answers for a plan: the task is clear, and everything
 * works.
 */
export const PLAN_ANSWERS: Record<string, Step[]> = {
  route: [call('route', { route: 'tool_required', reason: 'It needs tools.' })],
  clarify: [call('clarify', { clarity: 1, questions: [], assumptions: [] })],
  arguments: [call('arguments', { tools: [] })],
  summarise: [call('summarise', { summary: 'Summed up.', open: [], next: [] })],
  '*': [answer('Done it.')]
};

/** A plan of steps with these titles, or with more details for each. */
export const planOf = (
  steps: (string | Record<string, unknown>)[],
  rest: Step = {},
  name = 'plan',
  more: Record<string, unknown> = {}
): Step =>
  call(
    name,
    {
      category: '',
      steps: steps.map(step =>
        typeof step === 'string' ? { title: step } : step
      ),
      ...more
    },
    rest
  );

/** A task that is unclear, with one question about it. */
export const unclear = (question: string, rest: Step = {}): Step =>
  call(
    'clarify',
    {
      clarity: 0.3,
      questions: [{ question, choices: ['a', 'b'], default: 'a' }],
      assumptions: []
    },
    rest
  );

/** A card with a question, by its title. */
export const question = ({ root }: Panel, title: string): Locator =>
  root.getByRole('group', { name: `Question: “${title}”`, exact: true });

export const press = (card: Locator, name: string): Promise<void> =>
  card.getByRole('button', { name, exact: true }).click();

export const planBar = ({ root }: Panel): Locator =>
  root.getByRole('progressbar', { name: 'Plan' });

/** Titles of the steps in the order they were begun. */
export async function begunSteps(model: ScriptedModel): Promise<string[]> {
  return (await model.requests()).flatMap(({ body: { messages } }) => {
    const first = messages.find(({ role }) => role === 'user');
    const title = /no other: (.*)/.exec(first ? textOf(first) : '')?.[1];
    return title && !messages.some(({ role }) => role === 'assistant')
      ? [title]
      : [];
  });
}
