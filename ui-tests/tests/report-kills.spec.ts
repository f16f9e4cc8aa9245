import type { Page } from '@playwright/test';

import { arm, armNext, makeDeadly, type DeadlyPoint } from '../support/deadly';
import { nextPress, pressUntil } from '../support/press-until';
import type { Panel } from '../support/panel';
import { grouped, reportPlan } from '../support/report-script';
import { call, type Step } from '../support/scripted-model';
import { expect, test } from '../support/test';

/** The points at which a report's page dies, one after the other. */
interface IDeath {
  /** Name in the report. */
  name: string;
  /** If not given, it dies while the card waits. */
  point?: DeadlyPoint;
  /** The button on the card at which the page dies. */
  card?: string;
  /** What to do at that card instead of pressing this button. */
  instead?(panel: Panel): Promise<void>;
}

/** Dies before the result of a node is durable. */
const node = (name: string, channel: string): IDeath => ({
  name: `in the node ${name}`,
  point: { at: 'write', when: 'before', channel, nth: 1 }
});

/**
 * In the order in which a report reaches them; Jest covers each write
 * (`report-pages.long.spec.ts`).
 */
const DEATHS: IDeath[] = [
  node('planning', 'plan'),
  {
    name: 'while the model sorts the evidence',
    // The second request, after the plan that was cut off.
    point: { at: 'chunk', when: 'after', number: 3, request: 2 }
  },
  { name: 'while the evidence waits', card: 'Approve' },
  {
    ...node('evidence_change', 'groupedValues'),
    card: 'Approve',
    instead: async panel => {
      await panel.button('Change…').click();
      await panel.root
        .getByRole('textbox', { name: 'What should change?' })
        .fill('Keep the mean');
      await panel.button('Send changes').click();
    }
  },
  {
    name: 'in the node run_again, once the cell has run',
    point: { at: 'event', when: 'after', type: 'call-finished' },
    card: 'Approve',
    instead: async panel => {
      await panel.button(/^Run the cell of /).click();
      await panel.approve();
    }
  },
  {
    name: 'while the model writes',
    // After the checklist and the blanks.
    point: { at: 'chunk', when: 'after', number: 3, request: 3 }
  },
  node('save', 'ended'),
  node('finish', 'result')
];

/** What a person presses to continue, in order of preference. */
const PRESSES = [
  'Start',
  'Approve',
  'Run it',
  'Answer',
  'Approve and save',
  'Save',
  'Write',
  'Continue'
];

const plan = reportPlan('Mass', ['Data']);
const sorted = grouped([['e1']], 'group_evidence', { chunkSize: 4 });
const judged = call('checklist', {
  items: [{ number: 1, met: true, where: 'Data' }]
});
const section = { text: 'The mean is {{e1.value}}[[e1]].', chunkSize: 4 };
const invented = { ...section, text: `${section.text} It was 9999.` };

test('a report whose page is killed again and again is written once, and nothing is asked for again but what was cut off', async ({
  begin,
  files,
  model,
  page: labPage
}) => {
  test.setTimeout(900_000);
  const page = labPage as unknown as Page;
  await makeDeadly(page);
  const { panel, notebook } = await begin({
    cells: [
      'print("mean", 4201.75)\n_ = open("cellwright-report.md", "w").write("- Names the mean")\n_ = open("mean.count", "a").write("x")'
    ],
    files: {
      'cellwright-templates/letter.md':
        '# {{title}}\n\nFor {{reader}}.\n\n{{sections}}'
    }
  });
  const asked: Record<string, Step[]> = {
    report_plan: [plan],
    group_evidence: [sorted],
    change_evidence: [grouped([['e1']], 'change_evidence')],
    checklist: [judged],
    fill_blanks: [call('fill_blanks', { values: [] })],
    Data: [{ ...section, when: 'Write it again: ' }, invented]
  };
  await model.script([], { answers: asked, byHistory: true });
  await notebook.command('notebook:run-all-cells');
  await expect.poll(() => notebook.outputText(0)).toContain('4201.75');
  // Its output comes before its count, which changes the notebook once more.
  await expect
    .poll(
      async () => {
        const isSaved = await notebook.isSaved();
        if (!isSaved) {
          await notebook.command('docmanager:save');
        }
        return isSaved;
      },
      { intervals: [1000] }
    )
    .toBe(true);
  const form = panel.root.getByRole('group', {
    name: 'Question: “For the template”'
  });
  const first = {
    Answer: () => form.getByLabel('reader').fill('Ada', { timeout: 1_000 }),
    // The kernel is not asked what it ran, so the person is.
    'Run it': async () =>
      (await files.read('mean.count')) === 'xx' ? 'Treat it as done' : 'Run it'
  };
  let isBegun = false;
  for (const [at, { name, point, card, instead }] of DEATHS.entries()) {
    await test.step(name, async () => {
      // Later points are armed before their page loads.
      if (point && at === 0) {
        await arm(page, point);
      }
      if (!isBegun) {
        isBegun = true;
        await panel.composer.fill('/report The mass');
        await page.keyboard.press('Enter');
        await panel.root
          .getByRole('combobox', { name: 'Template', exact: true })
          .selectOption('letter');
        await panel.button('Write the report').click();
      }
      await pressUntil(
        page,
        panel,
        PRESSES,
        found => found !== null && found === card,
        120_000,
        first
      );
      if (instead) {
        await instead(panel);
      } else if (card) {
        await arm(page, { at: 'delay', when: 'after', ms: 0 });
      }
      if (card) {
        await expect.poll(() => nextPress(page, PRESSES)).toBe('dead');
      }
      const next = DEATHS[at + 1]?.point;
      if (next) {
        await armNext(page, next);
      }
      await page.goto(`tree/${notebook.path}`);
      await panel.root.waitFor();
    });
  }

  await test.step('it comes to its files', async () => {
    await expect(panel.log).toContainText('Report saved');
    await panel.settled();
    expect(await files.names()).toEqual(
      expect.arrayContaining(['analysis.ipynb', 'Mass.md'])
    );
    const text = await files.read('Mass.md');
    expect(text).toContain('For Ada.');
    expect(text).toContain('The mean is 4,201.75');
    expect(text).not.toContain('9999');
    // Once by the person, and once again.
    expect(await files.read('mean.count')).toBe('xx');
  });

  await test.step('what was cut off was asked for once more, and nothing else', async () => {
    const names = (await model.requests()).map(({ body }) => {
      const { tools } = body as { tools?: { function: { name: string } }[] };
      return tools?.[0]?.function.name ?? 'section';
    });
    const counts: Record<string, number> = {};
    for (const each of names) {
      counts[each] = (counts[each] ?? 0) + 1;
    }
    expect(counts).toEqual({
      report_plan: 2,
      group_evidence: 2,
      change_evidence: 2,
      // For the evidence, for the text, and for the corrected text.
      checklist: 3,
      fill_blanks: 1,
      section: 3
    });
  });
});
