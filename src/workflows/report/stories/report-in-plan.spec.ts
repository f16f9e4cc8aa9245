import { ToolMessage, type BaseMessage } from '@langchain/core/messages';

import type { OpenQuestion } from '../../../contract';
import type { Page } from '../../../engine/stories/reopening';
import type { IScriptedStep } from '../../../testing/scripted-model';
import { planWorkflow } from '../../plan/plan-workflow';
import { reportWorkflow } from '../report-workflow';
import { ReportSite, yes } from './report-site';

/** A plan with one step, which writes a report. */
class PlannedSite extends ReportSite {
  /** The answer to the call, as the step's agent reads it. */
  answered: ToolMessage | undefined;

  constructor() {
    super({
      workflows: async () => [
        planWorkflow(null),
        reportWorkflow({
          site: this.target,
          person: () => 'Ada',
          language: () => 'en'
        })
      ]
    });
    this.replies.plan = [
      {
        route: 'tool_required',
        reason: 'It needs the notebook.',
        clarity: 1,
        questions: [],
        assumptions: [],
        category: 'writing',
        steps: [{ title: 'Tell', does: 'Write a report for the zoo' }]
      }
    ];
  }

  override answer(messages: BaseMessage[]): IScriptedStep {
    if (!messages.some(({ text }) => text.includes('no other: Tell'))) {
      return super.answer(messages);
    }
    const last = messages.at(-1);
    if (ToolMessage.isInstance(last)) {
      this.answered = last;
      return { calls: [{ name: 'final_answer', args: { answer: 'Told.' } }] };
    }
    return {
      calls: [{ name: 'write_report', args: { prompt: 'What we found' } }]
    };
  }
}

async function acceptPlan(page: Page): Promise<void> {
  const asked = (await page.question()) as OpenQuestion & { kind: 'plan' };
  expect(asked.kind).toBe('plan');
  await page.send({
    type: 'answer',
    interruptId: asked.interrupt_id,
    answer: { action: 'accept', level: 'cell', steps: asked.steps }
  });
}

describe('a report that a step of a plan writes', () => {
  it('asks within the plan, over reloads, and its step knows what came of it', async () => {
    const site = new PlannedSite();
    const first = site.page();
    await first.say('Tell the zoo what we found', undefined, { mode: 'plan' });
    await acceptPlan(first);
    const [{ interruptId, card }] = await first.waiting();
    expect(card).toMatchObject({ tool: 'write_report', effect: 'write' });
    await first.decide(interruptId, card);
    let page = first;
    for (const kind of ['report-plan', 'evidence', 'review', 'confirm']) {
      page = site.page();
      await page.comeBack();
      expect(await yes(page)).toBe(kind);
    }
    expect(await site.saved()).toHaveLength(3);
    expect(site.answered?.text).toMatch(/The report was written\./);
    expect(site.answered?.text).toMatch(/paths: .*penguins\.docx/);
    expect(page.of('plan-ended')).toMatchObject([{ outcome: 'done' }]);
    expect(
      site.asked.filter(name =>
        ['report_plan', 'group_evidence', 'Data'].includes(name)
      )
    ).toEqual(['report_plan', 'group_evidence', 'Data']);
  });
});
