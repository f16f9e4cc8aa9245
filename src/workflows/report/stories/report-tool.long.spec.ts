import { ToolMessage, type BaseMessage } from '@langchain/core/messages';

import { workById } from '../../../engine/run/graph-config';
import { THREAD, type Page } from '../../../engine/stories/reopening';
import { FakeNotebook, printed } from '../../../testing/fake-notebook';
import type { IScriptedStep } from '../../../testing/scripted-model';
import { until } from '../../../testing/until';
import { ReportSite, yes } from './report-site';

const CALL = {
  name: 'write_report',
  args: { prompt: 'What we found', audience: 'the zoo' }
};

/** A conversation whose agent calls the tool for a report. */
class CallSite extends ReportSite {
  readonly conversations: BaseMessage[][] = [];
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
    if (!names.includes('final_answer')) {
      return super.answer(messages);
    }
    this.conversations.push(messages);
    const last = messages.at(-1);
    return ToolMessage.isInstance(last) ? { text: 'There it is.' } : this.step;
  }

  /** The answer to the call, as the model reads it. */
  get answered(): ToolMessage | undefined {
    return this.conversations
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
    const plan = await page.question();
    expect(plan).toMatchObject({ kind: 'report-plan' });
    const state = await stateOf(site, page);
    expect(state).toMatchObject({
      prompt: 'Only the counts',
      template: 'lab-note'
    });
  });

  it('has its own cards, each again in another page, comes back to the agent that asked for it, and asks no model twice', async () => {
    await site.page().say('Write it up.');
    const first = site.page();
    await first.open();
    await approve(first);
    for (const kind of CARDS) {
      expect(site.conversations).toHaveLength(1);
      const page = site.page();
      await page.comeBack();
      expect(await page.engine.stateOf(THREAD)).toBe('waiting');
      expect(await yes(page)).toBe(kind);
    }
    expect(await site.saved()).toHaveLength(3);
    expect(site.conversations).toHaveLength(2);
    expect(site.answered?.status).toBe('success');
    expect(site.answered?.text).toMatch(
      /The report was written\.\nkind: report\n[^]*approved by the person: yes\npaths: .*penguins\.md; /
    );
    expect(site.asked).toEqual(['report_plan', 'group_evidence', 'Data']);
    const last = site.page();
    await last.comeBack();
    expect(await last.shown('call-started')).toHaveLength(1);
    expect(await last.shown('call-finished')).toMatchObject([
      { state: 'done', text: expect.stringContaining('Penguin mass') }
    ]);
    expect(await last.shown('report-finished')).toHaveLength(1);
  });
});

describe('a report that the agent proposes, and that does not come to its end', () => {
  let site: CallSite;
  let page: Page;

  beforeEach(async () => {
    site = new CallSite();
    page = site.page();
    await page.say('Write it up.');
  });

  const described = (): string => site.answered?.text ?? '';

  it('is not begun where the person rejects it, and the model reads why', async () => {
    const [{ interruptId, card }] = await page.waiting();
    await page.decide(interruptId, card, {
      type: 'reject',
      message: 'Too early.'
    });
    expect(described()).toContain('Too early.');
    expect(site.asked).toEqual([]);
    expect(page.of('report-started')).toEqual([]);
  });

  it('says to the model that the person ended it', async () => {
    await approve(page);
    await yes(page);
    const asked = await page.question();
    await page.send({
      type: 'answer',
      interruptId: asked!.interrupt_id,
      answer: { action: 'reject', reason: 'No time' } as never
    });
    expect(described()).toMatch(
      /The person ended the report\. No file was written\.[^]*approved by the person: no[^]*reason: No time/
    );
    expect(site.answered?.status).toBe('error');
    expect(page.of('run-finished')).toMatchObject([{ outcome: 'answered' }]);
  });

  it.each(['report-plan', 'evidence', 'review'])(
    'ends with Stop at the card “%s”, in a later page too, and leaves a valid thread',
    async last => {
      await approve(page);
      for (const kind of ['report-plan', 'evidence', 'review']) {
        if (kind === last) {
          break;
        }
        await yes(page);
      }
      const later = site.page();
      await later.comeBack();
      expect((await later.question())?.kind).toBe(last);
      await later.stop();
      expect(later.of('interrupt-closed')).toMatchObject([{ by: 'stop' }]);
      expect(later.of('report-finished')).toMatchObject([
        { result: { outcome: 'stopped' } }
      ]);
      expect(later.of('run-finished')).toMatchObject([{ outcome: 'stopped' }]);
      expect(await site.saved()).toEqual([]);
      expect(await later.problems()).toEqual([]);
      expect(await later.engine.stateOf(THREAD)).toBe('idle');
      site.step = { text: 'Very well.' };
      await later.say('Thanks', 'thanks');
      expect(later.of('run-finished').at(-1)?.outcome).toBe('answered');
    }
  );

  it('ends with Stop while it is written', async () => {
    site.hangs = 'Data';
    await approve(page);
    await yes(page);
    const writing = yes(page);
    await until(() => site.asked.includes('Data'));
    await page.stop();
    await writing;
    expect(page.of('report-finished')).toMatchObject([
      { result: { outcome: 'stopped' } }
    ]);
    expect(page.of('call-finished')).toMatchObject([{ state: 'stopped' }]);
    expect(page.of('run-finished')).toMatchObject([{ outcome: 'stopped' }]);
  });

  it('tells the model of an error, and the conversation goes on', async () => {
    await approve(page);
    await yes(page, 2);
    site.target.write = () => Promise.reject(new Error('The disk is full.'));
    const warn = jest.spyOn(console, 'warn').mockImplementation();
    await yes(page, 2);
    warn.mockRestore();
    expect(described()).toMatch(/It was not completed/);
    expect(site.answered?.status).toBe('error');
    expect(page.of('report-finished')).toMatchObject([
      { result: { outcome: 'failed' } }
    ]);
    expect(page.of('run-finished')).toMatchObject([{ outcome: 'answered' }]);
  });

  it('asks no model again by itself after a crash, and goes on where it was', async () => {
    site.hangs = 'Data';
    await approve(page);
    await yes(page);
    void yes(page);
    await until(() => site.asked.includes('Data'));
    page.kill();
    site.hangs = '';
    const next = site.page();
    await next.comeBack();
    expect(next.of('run-finished')).toMatchObject([{ outcome: 'interrupted' }]);
    expect(site.asked).toEqual(['report_plan', 'group_evidence', 'Data']);
    await next.retry();
    expect((await next.question())?.kind).toBe('review');
    expect(site.asked).toEqual([
      'report_plan',
      'group_evidence',
      'Data',
      'Data'
    ]);
    await yes(next, 2);
    expect(described()).toMatch(/The report was written\./);
  });
});

describe('a page that goes while a report is written for the agent', () => {
  it('writes each file once and answers the call once, whenever it goes', async () => {
    const whole = new CallSite();
    const calm = whole.page();
    await calm.say('Write it up.');
    await approve(calm);
    await yes(calm, CARDS.length);
    const all = calm.points.length;
    const from = calm.points.lastIndexOf('before journal.intend');
    for (let at = from; at < all; at += 3) {
      const site = new CallSite();
      const first = site.page({ diesAt: at + 1 });
      await first.alive(through(first));
      const next = site.page();
      await next.comeBack();
      await through(next);
      expect(site.answered?.text).toMatch(/The report was written\./);
      expect(await site.saved()).toHaveLength(3);
      expect(
        (await next.shown('report-finished')).map(
          ({ result }) => result.outcome
        )
      ).toContain('saved');
      expect(
        (await next.messages()).filter(each => ToolMessage.isInstance(each))
      ).toHaveLength(1);
    }
  });
});

describe('a page that goes when the report is done and its call is not answered', () => {
  it('answers it in the next page with what came of it, and writes nothing again', async () => {
    const site = new CallSite();
    const first = site.page({
      diesOnce: points =>
        // The first is for the files, the second for the call.
        points.filter(point => point === 'before journal.finish').length ===
          2 && points.at(-1) === 'before journal.finish'
    });
    await first.alive(through(first));
    expect(first.isDead).toBe(true);
    expect(site.conversations).toHaveLength(1);
    const again = () => Promise.reject(new Error('Written twice.'));
    site.target.write = again;
    site.files.writeText = again;
    const next = site.page();
    await next.comeBack();
    await through(next);
    expect(site.answered?.text).toMatch(/The report was written\./);
    expect(site.asked).toEqual(['report_plan', 'group_evidence', 'Data']);
  });
});

describe('how a report fits among other calls', () => {
  it('begins without a card where the person has a rule for files, and asks all the same before it writes', async () => {
    const site = new CallSite();
    const { policy } = site.settings;
    site.settings = {
      ...site.settings,
      policy: { ...policy, effects: { ...policy.effects, write: 'allow' } }
    };
    const page = site.page();
    await page.say('Write it up.');
    expect(await page.waiting()).toEqual([]);
    for (const kind of CARDS) {
      expect(await site.saved()).toEqual([]);
      expect(await yes(page)).toBe(kind);
    }
    expect(await site.saved()).toHaveLength(3);
  });

  it('stands alone in its step: with others it is sent back before anybody is asked', async () => {
    const site = new CallSite();
    site.step = { calls: [CALL, { name: 'read_notebook', args: {} }] };
    const page = site.page();
    await page.say('Write it up.');
    expect(await page.waiting()).toEqual([]);
    const answers = site.conversations
      .at(-1)!
      .filter(each => ToolMessage.isInstance(each));
    expect(answers.map(({ text }) => text)).toEqual([
      expect.stringContaining('Call it alone'),
      expect.stringContaining('notebook')
    ]);
    expect(site.asked).toEqual([]);
  });

  it.each([
    ['Write a report for the zoo', true],
    ['Schreib bitte einen Bericht', true],
    ['Explore penguins.csv', false]
  ])(
    'costs a request nothing that does not want it: “%s”',
    async (text, wants) => {
      const site = new CallSite();
      site.step = { text: 'Hello.' };
      await site.page().say(text);
      const names = (site.boundTools[0] as { name: string }[]).map(
        ({ name }) => name
      );
      expect(names).toContain('read_notebook');
      expect(names.includes('write_report')).toBe(wants);
    }
  );

  it('does not exist in the mode Ask', async () => {
    const site = new CallSite();
    const page = site.page();
    await page.say('Write it up.', undefined, { mode: 'ask' });
    expect(await page.waiting()).toEqual([]);
    expect(site.answered?.text).toContain('There is no tool "write_report"');
  });
});

/**
 * Approves and confirms until nothing waits; continues where it was cut off.
 */
async function through(page: Page): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    if ((await page.waiting()).length > 0) {
      await approve(page);
    } else if (await page.question()) {
      await yes(page);
    } else {
      const state = await page.engine.stateOf(THREAD);
      const messages = await page.messages();
      if (state === 'interrupted') {
        await page.retry();
      } else if (messages.length === 0) {
        await page.say('Write it up.', 'message-1');
      } else if (state === 'idle') {
        return;
      } else {
        await page.engine.thread(THREAD).going;
        await new Promise(resolve => setTimeout(resolve, 1));
      }
    }
  }
  throw new Error('It does not come to an end.');
}

/** The state of the report, found by its call. */
async function stateOf(site: CallSite, page: Page): Promise<unknown> {
  const [{ callId }] = page
    .of('call-proposed')
    .filter(({ tool }) => tool === 'write_report');
  return workById(site, { threadId: THREAD, branch: '' }, callId);
}
