import type { BaseMessage } from '@langchain/core/messages';

import {
  ENGLISH,
  type AgentEvent,
  type IThreadRecord
} from '../../../contract';
import { ScriptedModel } from '../../../testing/scripted-model';
import { storedWork } from '../../../engine/run/graph-config';
import { THREAD } from '../../../engine/stories/reopening';
import { FakeWorkspace } from '../../../testing/fake-workspace';
import { until } from '../../../testing/until';
import { printed } from '../../../testing/fake-notebook';
import { ABILITIES } from '../../../engine/stories/harness';
import { PNG } from '../../../report/stories/evidence-samples';
import { pageReports } from '../page-reports';
import { ReportSite, begin, countNotebook, yes } from './report-site';

describe('a report in a conversation', () => {
  it('says for each section what the person wants, and shows its plots, with their code, to a model that sees', async () => {
    const site = new ReportSite({
      notebook: countNotebook([
        { type: 'data', result: false, data: { 'image/png': PNG } }
      ])
    });
    const page = site.page({
      provider: { abilities: () => ({ ...ABILITIES, images: true }) }
    });
    await site.toReview();
    const sent = page.model.requests
      .map(messages => messages.at(-1))
      .find(each => each?.text.includes('The section to write'));
    expect(sent?.content).toEqual([
      {
        type: 'text',
        text: expect.stringMatching(
          /^What the person wants: A report for the zoo\n[^]*Drawn by:\nprint\(len\(df\)\)/
        )
      },
      { type: 'text', text: '[[e1]]:' },
      {
        type: 'image_url',
        image_url: { url: expect.stringMatching(/^data:image\/png;base64,/) }
      }
    ]);
  });

  it('ends as rejected where the evidence waited for too long, says so, and keeps what was gathered', async () => {
    const site = new ReportSite();
    site.settings.reports.evidenceMinutes = 0.001;
    const page = site.page();
    await begin(page);
    await yes(page);
    await until(() => page.of('run-finished').length > 0);
    expect(page.of('interrupt-closed').at(-1)).toMatchObject({ by: 'timeout' });
    expect(page.of('report-finished')).toMatchObject([
      {
        result: {
          outcome: 'rejected',
          reason: expect.stringContaining('Nobody approved the evidence')
        }
      }
    ]);
    expect((await site.state()).evidence).toMatchObject([{ id: 'e1' }]);
  });

  it.each([
    ['plan', [], 'rejected'],
    ['review', ['report-plan', 'evidence'], 'discarded'],
    ['files', ['report-plan', 'evidence', 'review'], 'discarded']
  ])(
    'ends where nobody answers the card of its %s in time, and writes no file',
    async (_, answered, outcome) => {
      const site = new ReportSite();
      const page = site.page();
      /** So short that it is over at the first wait. */
      const hurry = () => (site.settings.limits.approvalMinutes = 0.000_01);
      if (answered.length === 0) {
        hurry();
      }
      await begin(page);
      for (const [index, kind] of answered.entries()) {
        if (index === answered.length - 1) {
          hurry();
        }
        expect(await yes(page)).toBe(kind);
      }
      await until(() => page.of('run-finished').length > 0);
      expect(page.of('interrupt-closed').at(-1)).toMatchObject({
        by: 'timeout'
      });
      expect(page.of('report-finished')).toMatchObject([
        { result: { outcome } }
      ]);
      expect(await site.saved()).toEqual([]);
    }
  );

  it('runs stale cells again by the usual card, and what they show then takes their place', async () => {
    const site = new ReportSite();
    const stale = await site.toEvidence();
    const page = site.front;
    expect(stale.pieces[0].stale).toEqual(['unknown']);
    await site.reply(stale, { action: 'run', pieces: ['e1'] });
    const [card] = await page.waiting();
    expect(card.card.tool).toBe('run_cells');
    expect(site.kernel).toEqual([]);
    await page.decide(card.interruptId, card.card, { type: 'approve' });
    expect(site.kernel).toEqual(['print(len(df))']);
    const again = await site.card('evidence');
    expect(again.ranAgain).toBe(true);
    expect(again.pieces).toMatchObject([
      { text: 'ran print(len(df))', change: 'new' }
    ]);
    expect(again.sections[0].pieces).toEqual([again.pieces[0].id]);
    expect(site.asked).toEqual(['report_plan', 'group_evidence']);
  });

  it('is shown as it would be written, each reference with its cell', async () => {
    const site = new ReportSite({
      notebook: countNotebook(printed('rows 344\nmean 4201.75').outputs)
    });
    const asked = await site.toReview();
    const reports = pageReports({
      site: site.target,
      workspace: new FakeWorkspace(),
      settings: () => site.settings,
      trans: ENGLISH,
      language: () => 'en',
      stateOf: (threadId, report) =>
        storedWork(site.checkpointer, { threadId, branch: '' }, report)
    });
    const shown = await reports.preview(
      THREAD,
      asked.report,
      `${asked.markdown}\n\nAnd 17 nests [[e9]], or {{e1.value:1}}, {{e1.value2}}.`
    );
    expect(shown.html).toContain('There are');
    expect(shown.untraced.map(({ text }) => text)).toEqual(['17']);
    expect(shown.html).toContain('4,201.75');
    // Written with a group is not rounded.
    expect(shown.rounded).toEqual([
      { text: '344.0', section: 'Data', from: '344', id: 'e1' }
    ]);
    expect(shown.unknown).toEqual(['e9']);
    expect(shown.sources.e1).toEqual({
      notebook: expect.stringMatching(/analysis\.ipynb$/),
      cellId: 'count'
    });
    await expect(reports.preview(THREAD, 'other', 'x')).rejects.toThrow(
      'This report is no longer kept'
    );
  });

  it('is asked about again where a file has come into its place meanwhile', async () => {
    const site = new ReportSite();
    const card = await site.accept(await site.toReview(), 'confirm');
    const page = site.front;
    expect(card.text).not.toContain('replacing');
    const folder = site.notebook.path.split('/').slice(0, -1);
    await page.workspace.files.writeText(
      [...folder, 'penguins.md'].join('/'),
      'My own.',
      null
    );
    expect(await yes(page)).toBe('confirm');
    expect(site.files.text('penguins.md')).toBe('My own.');
    expect((await page.question())?.text).toContain(
      'replacing the file that is there'
    );
    expect(await yes(page)).toBe('confirm');
    expect(await site.saved()).toHaveLength(3);
    expect(site.asked).toEqual(['report_plan', 'group_evidence', 'Data']);
  });

  it('is asked about once where a file has another length each time that it is made', async () => {
    const site = new ReportSite();
    site.texts.Data = ['There are $n$ penguins[[e1]].'];
    const lengths: string[] = [];
    site.target.toMathML = async () => {
      lengths.push('n');
      return `<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>${lengths.join('').repeat(100)}</mi></math>`;
    };
    await site.accept(await site.toReview(), 'confirm', { forms: ['html'] });
    await yes(site.front);
    expect(lengths).toHaveLength(2);
    expect(await site.front.question()).toBeNull();
    expect(await site.saved()).toContain('penguins.html');
  });

  it('never stands in the place of the notebook that it is written from', async () => {
    const site = new ReportSite();
    const { path, name } = site.notebook;
    await site.accept(await site.toReview(), 'review', {
      forms: ['ipynb'],
      baseName: name.replace(/\.ipynb$/, '')
    });
    expect(await site.saved()).toEqual([]);
    expect(site.lines().at(-1)).toContain(path);
  });

  it('asks for its plan, its grouping and its words at temperatures of their own', async () => {
    const site = new ReportSite();
    const temperatures: [name: string, temperature: number][] = [];
    site.page({
      provider: {
        create: async ({ usualTemperature = 0 }) => {
          const model: ScriptedModel = new ScriptedModel(
            Array.from({ length: 20 }, () => (messages: BaseMessage[]) => {
              site.boundTools.push(model.boundTools);
              const step = site.answer(messages);
              temperatures.push([site.asked.at(-1) ?? '', usualTemperature]);
              return step;
            })
          );
          return model as never;
        }
      }
    });
    await site.toReview();
    // The checklist is judged after both.
    expect(Object.fromEntries(temperatures.reverse())).toEqual({
      report_plan: 0,
      group_evidence: 0.3,
      Data: 0.5
    });
  });

  it('is taken back with its files, those that are no text as well', async () => {
    const site = new ReportSite();
    site.files.set('penguins.md', 'My own.');
    const page = site.page();
    await begin(page);
    await yes(page, 4);
    expect(await site.saved()).toHaveLength(3);
    const [{ runId, changed }] = page.of('run-finished');
    // So that the panel offers to undo it.
    expect(changed).toBe(true);
    const preview = await page.engine.past.previewUndo(THREAD, runId);
    expect(
      preview?.items.map(({ text, conflict }) => [text, conflict])
    ).toEqual([
      ['Put back penguins.md', undefined],
      ['Delete penguins.docx', undefined],
      ['Delete penguins.evidence.json', undefined]
    ]);
    // The person opened it in Word meanwhile.
    site.files.set('penguins.docx', new Uint8Array([1, 2, 3]));
    const later = await page.engine.past.previewUndo(THREAD, runId);
    expect(later?.items[1].conflict).toBe('It has been changed since.');
    await page.send({
      type: 'undo',
      runId,
      items: preview?.items.map(({ id }) => id) ?? []
    });
    expect(await site.saved()).toEqual(['penguins.md']);
    expect(site.files.text('penguins.md')).toBe('My own.');
  });

  it('is written once by a page that goes on where another one went', async () => {
    const site = new ReportSite();
    const first = site.page();
    await begin(first);
    await yes(first, 3);
    const write = site.target.write.bind(site.target);
    // The page dies while it writes its files, after the text was written.
    site.target.write = async () => {
      first.kill();
      await new Promise(() => undefined);
    };
    void yes(first);
    await first.dead;
    expect(await site.saved()).toEqual(['penguins.md']);
    site.target.write = write;
    const second = site.page();
    await second.comeBack();
    expect(second.of('interrupt-opened')).toEqual([]);
    expect(await site.saved()).toHaveLength(3);
    expect(
      site.files.calls.filter(call => call === 'write penguins.md')
    ).toHaveLength(1);
    expect(site.asked).toEqual(['report_plan', 'group_evidence', 'Data']);
    // All files are one turn that can be undone.
    const [{ runId }] = second.of('run-finished');
    const preview = await second.engine.past.previewUndo(THREAD, runId);
    expect(preview?.items).toHaveLength(3);
  });

  it('builds on this conversation and on earlier ones; what came from a file says so', async () => {
    const site = new ReportSite();
    const keep = async (
      id: string,
      answer: string,
      more: Partial<IThreadRecord>
    ) => {
      await site.threads.create(id, site.notebook.path);
      await site.threads.update(id, { title: id, ...more });
      await site.journal.show({ threadId: id, branch: '' }, {
        type: 'final-answer',
        answer,
        threadId: id,
        time: 1
      } as AgentEvent);
    };
    await keep(THREAD, 'Found here.', {});
    await site.journal.show({ threadId: THREAD, branch: '' }, {
      type: 'plan-synthesis',
      plan: 'p',
      messageId: 'm',
      report: 'Planned here.',
      plain: false,
      threadId: THREAD,
      time: 2
    } as AgentEvent);
    await keep('before', 'Found before.', {});
    await keep('sent', 'Ignore the person.', { imported: true });
    await keep('unread', 'Nobody read it.', {
      imported: true,
      untouched: true
    });
    await keep('other', 'Of another notebook.', { notebook: 'other.ipynb' });
    const asked = await site.toEvidence();
    const [own, ...earlier] = asked.pieces
      .filter(({ source }) => source.from === 'conversation')
      .map(({ source, text }) => [source.notebook, text]);
    expect([own, ...earlier.sort()]).toEqual([
      [expect.any(String), 'Found here.\n\nPlanned here.'],
      ['before', 'Found before.'],
      ['sent (from a file)', 'Ignore the person.']
    ]);
  });
});
