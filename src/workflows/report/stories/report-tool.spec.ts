import { ToolMessage, type BaseMessage } from '@langchain/core/messages';

import { workById } from '../../../engine/run-context/work-place';
import { THREAD, type Page } from '../../../engine/stories/reopening';
import { FakeNotebook, printed } from '../../../testing/fake-notebook';
import type { IScriptedStep } from '../../../testing/scripted-model';
import { ReportSite, question, yes } from './report-site';

const CALL = {
  name: 'write_report',
  args: { prompt: 'What we found', audience: 'the zoo' }
};

/** A conversation whose agent proposes a report. */
class CallSite extends ReportSite {
  readonly told: BaseMessage[][] = [];
  step: IScriptedStep = { calls: [CALL] };

  constructor() {
    super({
      notebook: new FakeNotebook({
        cells: [
          ['count', 'print(len(df))'],
          ['a', 'import pandas as pd'],
          ['b', 'df = load()'],
          ['c', 'df.head()']
        ].map(([id, source]) => ({
          id,
          source,
          ...(id === 'count' && { outputs: printed('rows 344').outputs })
        }))
      })
    });
  }

  override answer(messages: BaseMessage[]): IScriptedStep {
    const names = (
      (this.boundTools.at(-1) ?? []) as {
        name?: string;
        function?: { name: string };
      }[]
    ).map(each => each.name ?? each.function?.name);
    const isRerun = messages.some(({ text }) =>
      text.startsWith('Run these cells again')
    );
    if (!names.includes('final_answer') || isRerun) {
      return super.answer(messages);
    }
    this.told.push(messages);
    const last = messages.at(-1);
    return ToolMessage.isInstance(last) ? { text: 'There it is.' } : this.step;
  }

  /** What the model read of the call. */
  get answered(): ToolMessage | undefined {
    return this.told
      .at(-1)
      ?.findLast(each => ToolMessage.isInstance(each)) as ToolMessage;
  }
}

/** Approves the card of the call. */
async function approve(page: Page): Promise<void> {
  const [{ interruptId, card }] = await page.waiting();
  expect(card.tool).toBe('write_report');
  await page.decide(interruptId, card);
}

const CARDS = ['report-plan', 'evidence', 'review', 'confirm'];

describe('a report that the agent proposes', () => {
  let site: CallSite;

  beforeEach(() => {
    site = new CallSite();
  });

  it('is asked about by the policy, with all that it asks for open to change', async () => {
    const page = site.page();
    await page.say('Write it up.');
    const [{ card, interruptId }] = await page.waiting();
    expect(card).toMatchObject({
      tool: 'write_report',
      effect: 'write',
      editable: '',
      body: { kind: 'arguments' },
      place: expect.stringContaining(site.notebook.name)
    });
    expect(site.asked).toEqual([]);
    await page.decide(interruptId, card, {
      type: 'edit',
      editedAction: {
        name: 'write_report',
        args: { prompt: 'Only the counts', audience: '', template: 'lab-note' }
      }
    });
    const plan = await question(page);
    expect(plan).toMatchObject({ kind: 'report-plan' });
    const state = await stateOf(site, page);
    expect(state).toMatchObject({
      prompt: 'Only the counts',
      template: 'lab-note'
    });
  });

  it('has its own cards, and comes back to the agent that asked for it', async () => {
    const page = site.page();
    await page.say('Write it up.');
    await approve(page);
    for (const kind of CARDS) {
      expect(site.told).toHaveLength(1);
      expect(await yes(page)).toBe(kind);
    }
    expect(site.target.written.size).toBe(3);
    expect(site.answered?.status).toBe('success');
    expect(site.answered?.text).toMatch(/The report was written\./);
    expect(site.answered?.text).toMatch(/kind: report/);
    expect(site.answered?.text).toMatch(/approved by the person: yes/);
    expect(site.answered?.text).toMatch(/paths: .*penguins\.md; /);
    expect(site.answered?.text).toMatch(/sections: Data/);
    expect(site.answered?.text).toMatch(/in no evidence: none/);
    expect(page.of('run-finished')).toMatchObject([{ outcome: 'answered' }]);
    expect(page.of('report-finished')).toHaveLength(1);
    expect(page.of('call-finished')).toMatchObject([
      { state: 'done', text: expect.stringContaining('Penguin mass') }
    ]);
    expect(await page.problems()).toEqual([]);
    expect(site.asked).toEqual(['report_plan', 'group_evidence', 'Data']);
  });

  it('finds each of its cards again in another page, and nothing is asked of a model twice', async () => {
    await site.page().say('Write it up.');
    const first = site.page();
    await first.open();
    await approve(first);
    for (const kind of CARDS) {
      const page = site.page();
      await page.comeBack();
      expect(await page.engine.getInterruptStatus(THREAD)).toMatchObject({
        state: 'waiting'
      });
      expect(await yes(page)).toBe(kind);
    }
    expect(site.target.written.size).toBe(3);
    expect(site.told).toHaveLength(2);
    expect(site.answered?.text).toMatch(/The report was written\./);
    expect(site.asked).toEqual(['report_plan', 'group_evidence', 'Data']);
    const last = site.page();
    await last.comeBack();
    expect(await last.problems()).toEqual([]);
    expect(await last.shown('call-started')).toHaveLength(1);
  });
});

/** What the report knows, found by its call. */
async function stateOf(site: CallSite, page: Page): Promise<unknown> {
  const [{ callId }] = page
    .of('call-proposed')
    .filter(({ tool }) => tool === 'write_report');
  return workById(site, { threadId: THREAD, branch: '' }, callId);
}
