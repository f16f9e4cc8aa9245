import { Widget } from '@lumino/widgets';
import { act } from 'react';

import type { EventBody, IEvidencePiece, OpenQuestion } from '../../contract';
import { FakeThreads } from '../../testing/fake-threads';
import { openReport } from '../components/report/open-report';
import { HOSTILE_HOST, PAYLOADS } from './hostile-payloads';
import { logOf, turn } from './long-thread';
import { PanelFixture } from './panel-fixture';
import {
  EVIDENCE,
  piece,
  PLAN,
  progress,
  REVIEW,
  STARTED
} from './report-samples';
import { questionClosed, questionOpened } from './events';

let panel: PanelFixture;
let shown: Widget[];
/** Whether there is a main area beside the panel. */
let room: boolean;

async function open(threads = new FakeThreads()): Promise<void> {
  panel = new PanelFixture({}, threads, {
    showInMain: widget => {
      if (room && !widget.isAttached) {
        Widget.attach(widget, panel.host);
        shown.push(widget);
      }
      if (room) {
        widget.activate();
      }
      return room;
    }
  });
  panel.agent.reports.page = markdown => ({
    html: `<main><p>${markdown}</p><p>9999 <sup><a href="#evidence-e1">[1]</a></sup></p></main>
      <details><summary id="evidence-e1">[1] What e1 shows</summary>mean</details>`,
    untraced: markdown.includes('9999') ? [REVIEW.untraced[0]] : [],
    sources: { e1: { notebook: 'work/penguins.ipynb', cellId: 'c1' } }
  });
  await panel.mount();
}

beforeEach(async () => {
  shown = [];
  room = true;
  await open();
});

afterEach(() => act(async () => shown.forEach(widget => widget.dispose())));

const answers = () =>
  panel.agent.commands('answer').map(({ answer }) => answer);
const ask = (interrupt: OpenQuestion = REVIEW) =>
  panel.run(STARTED, progress(5), questionOpened(interrupt));
/** The report in the main area. */
const report = () =>
  panel.host.querySelector<HTMLElement>('.jp-Cellwright-report')!;
const page = () =>
  panel.host.querySelector<HTMLElement>('.jp-Cellwright-reportPage')!;
const text = () => panel.get('textbox', 'Text of the report, as Markdown');

async function look(interrupt?: OpenQuestion): Promise<void> {
  await ask(interrupt);
  await panel.click(panel.get('button', 'Open the report'));
  await panel.settle();
}

describe('a finished report', () => {
  it('opens beside its notebook, once, with what was found, and is printed as it is shown', async () => {
    await look();
    await panel.click(panel.get('button', 'Open the report'));
    expect(shown).toHaveLength(1);
    expect(shown[0].title.label).toBe('Penguins');
    expect(page().textContent).toContain('The mean is 4,202 g');
    expect(report().textContent).toContain('The sample size is not named.');
    expect(report().textContent).toContain('Fixed: A caption was added.');
    expect(panel.agent.reports.shown).toMatchObject([
      { report: 'r1', markdown: REVIEW.markdown, threadId: panel.threadId }
    ]);
    await panel.click(panel.button(report(), 'Print'));
    expect(panel.agent.reports.printed[0]).toContain('The mean is 4,202 g');
  });

  it('leads from a reference to its cell, and back', async () => {
    await look();
    const reference = panel.get('button', 'Evidence [1], show its cell');
    await panel.click(reference);
    expect(panel.workspace.revealed).toEqual([
      { path: 'work/penguins.ipynb', cellId: 'c1' }
    ]);
    expect(page().querySelector('details')?.open).toBe(true);
    expect(reference.getAttribute('aria-current')).toBe('true');
    panel.all('textbox', 'Message Cellwright')[0].focus();
    await panel.click(panel.get('button', 'Open the report'));
    await panel.settle();
    expect(document.activeElement).toBe(reference);
  });

  it('lists what was rounded, and leads to where it stands', async () => {
    panel.agent.reports.page = () => ({
      html: '<main><p>About 4,202.</p></main>',
      rounded: [
        { text: '4,202', section: 'Summary', from: '4201.75', id: 'e1' },
        { text: '41,9\u00a0%', section: 'Summary', from: '0.4186', id: 'e1' }
      ],
      sources: { e1: { notebook: 'work/penguins.ipynb', cellId: 'c1' } }
    });
    await look();
    expect(report().textContent).toContain('Rounded numbers');
    expect(report().textContent).toContain('in “Summary”');
    expect(report().textContent).toContain('41,9\u00a0%');
    await panel.click(panel.get('button', '4201.75 in the notebook (e1)'));
    expect(panel.workspace.revealed).toEqual([
      { path: 'work/penguins.ipynb', cellId: 'c1' }
    ]);
  });

  it('is edited in place, and shown as it is then', async () => {
    await look();
    await panel.click(panel.button(report(), 'Edit'));
    await panel.type(text(), '# Penguins\n\nIt weighs 9999 g.\n');
    await panel.until(
      () => report().textContent?.includes('Closest: 4201.75') ?? false
    );
    expect(page().textContent).toContain('It weighs 9999 g.');
    expect(report().textContent).toContain('Closest: 4201.75 (e1)');
    await panel.click(panel.button(report(), 'Save'));
    await panel.click(
      report().querySelectorAll<HTMLElement>('fieldset input')[2]
    );
    await panel.click(panel.button(report(), 'Approve and save'));
    expect(answers()).toEqual([
      {
        action: 'save',
        markdown: '# Penguins\n\nIt weighs 9999 g.\n',
        forms: ['md', 'docx'],
        baseName: 'penguins',
        folder: 'work',
        record: false,
        download: false
      }
    ]);
  });

  it('takes in a missing clause at the end of its section', async () => {
    await look();
    await panel.click(panel.get('button', 'Insert'));
    await panel.click(panel.button(report(), 'Edit'));
    expect(text().value).toBe(
      '# Penguins\n\n## Summary\n\nThe mean is 4,202 g [[e1]].\n\nThe sample has 344 rows.\n'
    );
    await panel.click(panel.button(report(), 'Discard edit'));
    expect(text().value).toBe(REVIEW.markdown);
  });

  it('goes back to writing with a remark about a section', async () => {
    await look();
    await panel.click(panel.button(report(), 'Send back'));
    const boxes = report().querySelectorAll<HTMLInputElement>(
      '.jp-Cellwright-answers input'
    );
    await panel.click(boxes[1]);
    const field = report().querySelector<HTMLTextAreaElement>(
      '.jp-Cellwright-remark textarea'
    )!;
    await panel.type(field, 'Shorter.');
    await panel.click(panel.button(report(), 'Write it again'));
    expect(answers()).toEqual([
      { action: 'back', words: 'Shorter.', sections: ['s2'] }
    ]);
  });

  it('is discarded by a hand only', async () => {
    await look();
    await panel.click(panel.button(report(), 'Discard'));
    panel.trusted = false;
    await panel.click(panel.button(report(), 'Discard the report'));
    expect(answers()).toEqual([]);
    panel.trusted = true;
    await panel.click(panel.button(report(), 'Discard the report'));
    expect(answers()).toEqual([{ action: 'discard', reason: '' }]);
  });

  it.each<[string, string, string]>([
    ['Name', '../../etc/passwd', 'cannot be the name of a file.'],
    ['Name', '', 'cannot be the name of a file.'],
    ['Folder', 'work/../..', 'is not a folder inside']
  ])('is not saved with the %s %s', async (label, typed, words) => {
    await ask();
    await panel.click(panel.get('button', 'Save'));
    await panel.type(panel.get('textbox', label), typed);
    expect(panel.text).toContain(words);
    expect(panel.get('button', 'Approve and save').disabled).toBe(true);
  });

  it('has the name typed for it when the person comes back to saving', async () => {
    await ask();
    await panel.click(panel.get('button', 'Save'));
    await panel.type('Name', 'zoo');
    await panel.click(panel.get('button', 'Back'));
    await panel.click(panel.get('button', 'Save'));
    expect(panel.get('textbox', 'Name').value).toBe('zoo');
  });

  it('says why it can’t be shown, shows its text, and tries again', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    panel.agent.reports.refuses = new Error('Its evidence is gone.');
    await look();
    expect(report().textContent).toContain('Its evidence is gone.');
    expect(report().querySelector('pre')?.textContent).toContain('# Penguins');
    panel.agent.reports.refuses = null;
    await panel.click(panel.button(report(), 'Try again'));
    expect(page().textContent).toContain('The mean is 4,202 g');
  });

  it('is in the panel itself where there is no room beside the notebook', async () => {
    room = false;
    await look();
    expect(shown).toEqual([]);
    expect(panel.store.main.getState().page?.name).toBe('report');
    expect(page().textContent).toContain('The mean is 4,202 g');
  });

  it('ends in both places when it was decided elsewhere', async () => {
    await look();
    await panel.tell(
      questionClosed({ action: 'discard', reason: '' }, 'review-1')
    );
    expect(panel.all('button', 'Save')).toEqual([]);
    expect(panel.text).toContain('you discarded it');
  });

  it('stands half edited as it was left after a reload', async () => {
    await ask();
    await panel.click(panel.get('button', 'Open the report'));
    await panel.click(panel.button(report(), 'Edit'));
    await panel.type(text(), 'Half a senten');
    await panel.until(() =>
      JSON.stringify(panel.threads.drafts.get(panel.threadId) ?? '').includes(
        'Half a senten'
      )
    );
    const draft = panel.threads.drafts.get(panel.threadId);
    const threads = new FakeThreads();
    threads.drafts.set('t1', JSON.parse(JSON.stringify(draft)));
    threads.add(
      't1',
      { pending: 1 },
      logOf(
        't1',
        ...turn(1).slice(0, 2),
        STARTED,
        progress(5),
        questionOpened(REVIEW) as EventBody
      )
    );
    await act(async () => shown.splice(0).forEach(widget => widget.dispose()));
    await panel.dispose();
    await open(threads);
    expect(panel.text).toContain('You have changed the text.');
    await panel.click(panel.get('button', 'Open the report'));
    expect(text().value).toBe('Half a senten');
  });
});

describe('how far a report is', () => {
  const bar = () => panel.get('progressbar', 'Report');

  it('is six steps with a bar, and what each took', async () => {
    await panel.run(STARTED, progress(1));
    expect(bar().getAttribute('aria-valuenow')).toBe('17');
    expect(bar().getAttribute('aria-valuetext')).toContain(
      'Look through the notebook'
    );
    const steps = panel.host.querySelectorAll('.jp-Cellwright-todo li');
    expect(steps).toHaveLength(6);
    expect(steps[0].textContent).toMatch(/Done: Plan the report2.0 s/);
    expect(steps[1].getAttribute('aria-current')).toBe('step');
    expect(steps[1].textContent).toContain('40 %');
    expect(panel.store.status()).toBe('Look through the notebook');
  });

  it('says which step failed, and what came of it', async () => {
    await panel.run(STARTED, progress(4, { status: 'failed' }));
    expect(
      panel.host.querySelector('.jp-Cellwright-todo .jp-mod-failed')
        ?.textContent
    ).toContain('Failed: Write the report');
    await panel.tell({
      type: 'report-finished',
      report: 'r1',
      result: {
        outcome: 'failed',
        kind: 'general',
        title: 'Penguins',
        paths: [],
        sections: [],
        approved: false,
        changes: [],
        untraced: [],
        reason: 'The model did not answer.'
      }
    });
    expect(panel.announced).toContain(
      'The report could not be created. The model did not answer.'
    );
    expect(panel.host.querySelectorAll('.jp-mod-decided')).toHaveLength(1);
  });

  it('is there after a reload', async () => {
    const threads = new FakeThreads();
    threads.add(
      't1',
      {},
      logOf('t1', ...turn(1).slice(0, 2), STARTED, progress(2))
    );
    await panel.dispose();
    await open(threads);
    expect(bar().getAttribute('aria-valuenow')).toBe('33');
  });

  it('can be watched while it is written', async () => {
    const written = (
      section: string,
      attempt: number,
      delta: string
    ): EventBody => ({
      type: 'report-text',
      report: 'r1',
      section,
      attempt,
      delta
    });
    await panel.run(STARTED, progress(4), written('s1', 1, 'Gentoo are '));
    await panel.click(panel.get('button', 'Watch it being written'));
    await panel.tell(
      written('s1', 1, 'heavy.'),
      written('s2', 1, 'void'),
      written('s2', 2, 'Again.')
    );
    await panel.until(() => page().textContent?.includes('Again.') ?? false);
    expect(page().textContent).toContain('Gentoo are heavy.');
    expect(page().textContent).toContain('Again.');
    expect(page().textContent).not.toContain('void');
  });
});

it('looks as it will look as soon as a section is there, under the title that was agreed to', async () => {
  await panel.run(
    STARTED,
    progress(0),
    questionOpened(PLAN),
    questionClosed(
      {
        action: 'accept',
        plan: { ...PLAN.plan, title: 'Penguins of the zoo' }
      },
      PLAN.interrupt_id
    ),
    progress(4),
    { type: 'report-draft', report: 'r1', markdown: 'It is {{e1.value}}.' }
  );
  await act(async () => openReport(panel.store, 'r1'));
  await panel.settle();
  expect(panel.agent.reports.shown.at(-1)?.markdown).toBe(
    'It is {{e1.value}}.'
  );
  expect(panel.all('button', 'Evidence [1], show its cell')).toHaveLength(1);
  expect(report().querySelector('h2')?.textContent).toBe('Penguins of the zoo');
});

it('has a number that is not in the evidence once', async () => {
  await look({
    ...REVIEW,
    markdown: 'It weighs 9999 g.',
    findings: [
      {
        ...REVIEW.findings[0],
        check: 'numbers',
        text: '9999 is not in the evidence.',
        insert: null
      }
    ]
  });
  expect(report().querySelectorAll('aside li.jp-mod-failed')).toHaveLength(1);
  expect(report().querySelector('aside')?.textContent).not.toContain(
    'Nothing was found.'
  );
});

it('is told on its card as the person has changed it', async () => {
  await look();
  await panel.click(panel.button(report(), 'Edit'));
  await panel.type(text(), 'It weighs 9999 g.');
  const isOnCard = (words: string): boolean =>
    panel.card(/^Report: Look the report over/).textContent?.includes(words) ??
    false;
  await panel.until(() => isOnCard('1 number is not in the evidence.'));
  expect(panel.text).toContain('1 number is not in the evidence.');
  await panel.type(text(), 'It is heavy.');
  await panel.until(() => !isOnCard('not in the evidence'));
  expect(panel.card(/^Report: Look the report over/).textContent).not.toContain(
    'not in the evidence'
  );
});

describe('Menu, “Write a report…”', () => {
  it('asks what it is for and which template, and sends a report', async () => {
    await panel.menu('Write a report…');
    await panel.type('What it is for (optional)', 'For the sales team');
    await panel.type('Template', 'analysis-report', 'change');
    expect(panel.agent.sent).toEqual([]);
    await panel.click(panel.get('button', 'Write the report'));
    expect(panel.agent.commands('start')).toMatchObject([
      {
        text: 'For the sales team',
        notebook: 'work/penguins.ipynb',
        report: { template: 'analysis-report' }
      }
    ]);
  });

  it('takes the template as the plan where nothing is said', async () => {
    await act(async () =>
      panel.store.sending.writeReport({ template: 'analysis-report' })
    );
    await panel.settle();
    await panel.click(panel.get('button', 'Write the report'));
    expect(panel.agent.commands('start')).toMatchObject([
      { report: { template: 'analysis-report', templateOnly: true } }
    ]);
  });
});

describe('hostile evidence', () => {
  const forbidden =
    'script,iframe,object,embed,style,link,svg:not([data-icon]),form:not(.jp-Cellwright-settings),[onerror],[onload],[onclick]';
  const channels: Record<string, (text: string) => EventBody[]> = {
    'a plan': text => [
      questionOpened({
        ...PLAN,
        title: text,
        text,
        missing: [text],
        plan: {
          ...PLAN.plan,
          title: text,
          audience: text,
          files: [text],
          sections: [{ ...PLAN.plan.sections[0], title: text, answers: text }]
        },
        templates: [{ id: text, title: text, from: 'file', form: 'markdown' }]
      })
    ],
    evidence: text => [
      questionOpened({
        ...EVIDENCE,
        title: text,
        changes: [text],
        sections: [
          {
            id: 's1',
            title: text,
            answers: text,
            summary: text,
            pieces: ['e1', 'e2', 'e3']
          }
        ],
        pieces: [
          hostilePiece('e1', text, { text }),
          hostilePiece('e2', text, {
            kind: 'table',
            text: '',
            table: {
              header: [[text]],
              rows: [[text]],
              size: { rows: 1, columns: 1 }
            }
          }),
          hostilePiece('e3', text, {
            kind: 'plot',
            thumbnail: `data:image/svg+xml;base64,${btoa(unescape(encodeURIComponent(text)))}`
          })
        ]
      })
    ],
    'a review': text => [
      questionOpened({
        ...REVIEW,
        heading: text,
        markdown: text,
        findings: [
          { ...REVIEW.findings[0], text, section: text, insert: text }
        ],
        untraced: [
          {
            text,
            context: text,
            section: text,
            closest: { id: 'e1', name: text, text }
          }
        ],
        baseName: text,
        folder: text
      })
    ],
    'progress and an end': text => [
      progress(4),
      { type: 'report-line', report: 'r1', text },
      {
        type: 'report-finished',
        report: 'r1',
        result: {
          outcome: 'saved',
          kind: text,
          title: text,
          paths: [text],
          forms: ['md'],
          sections: [text],
          approved: true,
          changes: [text],
          untraced: [text],
          reason: text
        }
      }
    ]
  };

  function hostilePiece(
    id: string,
    text: string,
    change: Partial<IEvidencePiece>
  ): IEvidencePiece {
    return piece(id, {
      title: text,
      source: {
        notebook: `../../${text}`,
        cellId: 'c9',
        output: 0,
        executionCount: 1,
        from: 'file'
      },
      time: text,
      ...change
    });
  }

  it.each(Object.entries(channels))('in %s is words', async (name, tell) => {
    for (const { text: payload } of PAYLOADS) {
      await act(async () => {
        for (const body of [STARTED, ...tell(payload)]) {
          panel.agent.tell(panel.threadId, body);
        }
      });
      await panel.settle(20);
      if (name === 'a review') {
        panel.agent.reports.page = () => ({ html: payload });
        await panel.click(panel.get('button', 'Open the report'));
      }
      expect(panel.host.querySelectorAll(forbidden)).toHaveLength(0);
      expect(
        panel.host.querySelectorAll(
          `[src*="${HOSTILE_HOST}"], img:not([src^="data:image/"]), [href^="javascript:"]`
        )
      ).toHaveLength(0);
    }
    expect(window).not.toHaveProperty('attacked');
  });
});
