import type { Locator, Page } from '@playwright/test';

import { toolTexts } from '../support/history';
import type { Panel } from '../support/panel';
import { answer, call, cell } from '../support/scripted-model';
import { Settings } from '../support/settings';
import { expect, test } from '../support/test';

interface IPolicySettings {
  execute: string;
  notebooks: { notebook: string; effects: string[] }[];
  interruptOn: Record<string, unknown>;
}

test('a card allows once, for the turn, for the notebook or always; each is shown in one place and taken back, and a switch counts for what waits', async ({
  begin,
  model,
  page
}) => {
  const settings = new Settings(page as unknown as Page);
  const { panel, notebook } = await begin();
  const rules = rulesOf(panel);
  const runsCode = rules.getByRole('switch', {
    name: 'Run code on the kernel'
  });
  const policy = () => settings.get<IPolicySettings>('policy');

  await test.step('once: the next call asks again', async () => {
    await model.script([
      cell('print(1)'),
      cell('print(2)'),
      cell('print(3)'),
      cell('!echo 4'),
      answer('One turn.')
    ]);
    await panel.say('begin');
    const card = panel.cards.filter({ hasText: 'print(1)' });
    expect(await scopesOf(card)).toEqual([
      'Allow this once',
      'Allow for this turn',
      'Allow for this notebook',
      'Allow always'
    ]);
    await choose(card, 'Allow this once');
  });

  await test.step('for the turn: covers the effect that was allowed and no other', async () => {
    const card = panel.cards.filter({ hasText: 'print(2)' });
    await scopesOf(card);
    await choose(card, 'Allow for this turn');
    await expect(panel.cards.filter({ hasText: '!echo 4' })).toBeVisible();
    expect(await notebook.sources()).toContain('print(3)');
    await expect(
      panel.root.getByText('Approving for the rest of this turn: runs code.')
    ).toBeVisible();
    await showRules(panel);
    await rules.getByRole('button', { name: 'Take back: runs code' }).click();
    await expect(
      rules.getByRole('heading', { name: 'For the rest of this turn' })
    ).toHaveCount(0);
    await rules
      .getByRole('button', { name: 'Back, 1 decision waiting' })
      .click();
    await panel.approve();
    await panel.answered('One turn.');
  });

  await test.step('for this notebook: kept in the settings, holds for the next turn', async () => {
    await panel.button('New conversation').click();
    await model.script([
      cell('print(5)'),
      cell('print(6)'),
      answer('Two turns.')
    ]);
    await panel.say('again');
    const card = panel.cards.filter({ hasText: 'print(5)' });
    await scopesOf(card);
    await choose(card, 'Allow for this notebook');
    await panel.answered('Two turns.');
    await expect
      .poll(async () => (await policy()).notebooks)
      .toEqual([
        {
          root: expect.stringMatching(/./),
          notebook: notebook.path,
          id: expect.stringMatching(/^[\w-]{36}$/),
          effects: ['execute']
        }
      ]);
    await model.script([cell('print(7)'), answer('Three turns.')]);
    await panel.say('and again');
    await panel.answered('Three turns.');
    expect(await notebook.sources()).toContain('print(7)');
  });

  await test.step('taken back: it asks again; switched on for all notebooks, what waits goes ahead', async () => {
    await showRules(panel);
    await rules
      .getByRole('button', {
        name: `Take back: Run code on the kernel in ${notebook.path}`
      })
      .click();
    await expect(
      rules.getByRole('heading', { name: 'In one notebook' })
    ).toHaveCount(0);
    await expect.poll(async () => (await policy()).notebooks).toEqual([]);
    await rules
      .getByRole('button', { name: 'Back to the conversation' })
      .click();
    await model.script([cell('print(8)'), answer('Four turns.')]);
    await panel.say('what now');
    await expect(panel.cards).toHaveCount(1);
    // A rule decides only what was in view.
    await expect(panel.root.locator('[data-cellwright-unseen]')).toHaveCount(0);
    await showRules(panel);
    for (const never of ['Run commands on the server', 'Use the network']) {
      await expect(rules.getByText(`${never}: always asked`)).toBeVisible();
    }
    await expect(runsCode).not.toBeChecked();
    await runsCode.click();
    await expect(runsCode).toBeChecked();
    await expect(
      rules.getByRole('button', { name: 'Back to the conversation' })
    ).toBeVisible();
    await runsCode.click();
    await expect(runsCode).not.toBeChecked();
    await rules
      .getByRole('button', { name: 'Back to the conversation' })
      .click();
    await panel.answered('Four turns.');
  });

  await test.step('always: a switch in the panel and a line in the settings’ editor, which ends at once', async () => {
    await panel.button('New conversation').click();
    await model.script([cell('print(9)'), cell('print(10)'), answer('Ran.')]);
    await panel.say('for good');
    const card = panel.cards.filter({ hasText: 'print(9)' });
    await scopesOf(card);
    await choose(card, 'Allow always');
    await panel.answered('Ran.');
    expect(await notebook.sources()).toContain('print(10)');

    await notebook.command('cellwright:settings');
    const select = page.locator('select[id$="_policy_execute"]');
    await expect(select.locator('option:checked')).toHaveText('Go ahead');
    await notebook.command('cellwright:policy');
    await expect(runsCode).toBeChecked();
    await runsCode.click();
    await expect(runsCode).not.toBeChecked();
    await expect(select.locator('option:checked')).toHaveText('Ask');
    await panel.button('Back to the conversation').click();
    await page.activity.activateTab('analysis.ipynb');

    await model.script([cell('print(11)'), answer('Did not run.')]);
    await panel.say('the last one');
    await panel.reject('enough');
    await panel.answered('Did not run.');
    expect(await notebook.sources()).not.toContain('print(11)');
  });
});

test.describe('with as much allowed as can be', () => {
  test.use({
    settings: {
      policy: {
        edit: 'allow',
        execute: 'allow',
        write: 'allow',
        interruptOn: {
          execute_command: false,
          read_notebook: true,
          markdown: {
            allowedDecisions: ['approve', 'reject'],
            description: 'this writes prose.'
          }
        },
        descriptionPrefix: 'Mind: '
      }
    }
  });

  test('shell commands, installs and writes elsewhere are asked about all the same; rules for single tools hold', async ({
    begin,
    model,
    page,
    tmpPath
  }) => {
    const { panel, notebook } = await begin();
    const elsewhere = `cellwright-${tmpPath.replace(/\W/g, '')}.txt`;

    await test.step('what runs a shell inside a cell counts as shell, and is never allowed always', async () => {
      await model.script([
        {
          calls: ['!pip install cowsay', '%pip install cowsay', '%%bash\nls']
            .map(code => ({ name: 'jupyter_cell', args: { code } }))
            .concat({
              name: 'execute_command',
              args: { command: 'echo "it is $((20 + 3))"' }
            } as never)
        },
        cell('print("without a card")'),
        answer('Asked.')
      ]);
      await panel.say('install it');
      await expect(panel.cards).toHaveCount(4);
      for (const card of await panel.cards.all()) {
        await expect(
          card.getByText('may run commands', { exact: true })
        ).toBeVisible();
        expect(await scopesOf(card)).toEqual([
          'Allow this once',
          'Allow for this turn',
          'Allow for this notebook'
        ]);
        await page.keyboard.press('Escape');
      }
      for (const code of ['!pip', '%pip', '%%bash']) {
        await panel.reject('no', panel.cards.filter({ hasText: code }));
      }
      await panel.approve(panel.cards.filter({ hasText: 'echo' }));
      await panel.answered('Asked.');
      const texts = toolTexts((await model.lastRequest()).body.messages);
      expect(texts[3]).toContain('it is 23');
      expect(await notebook.sources()).toEqual([
        '# Analysis',
        'print("without a card")'
      ]);
    });

    await test.step('a file elsewhere is asked about, one beside the notebook is not', async () => {
      await model.script([
        call('write_file', {
          path: 'beside.txt',
          content: 'beside\n'
        }),
        call('write_file', { path: `/${elsewhere}`, content: 'elsewhere\n' }),
        answer('Written.')
      ]);
      await panel.say('write two files');
      const card = panel.cards.filter({ hasText: elsewhere });
      await expect(
        card.getByText('Outside this notebook’s folder')
      ).toBeVisible();
      await expect(
        card.getByRole('button', { name: 'Allow more than this step' })
      ).toHaveCount(0);
      await panel.reject('not there', card);
      await panel.answered('Written.');
      expect(await page.contents.fileExists(`${tmpPath}/beside.txt`)).toBe(
        true
      );
      expect(await page.contents.fileExists(elsewhere)).toBe(false);
    });

    await test.step('interruptOn: in its own words, with the decisions it names, until it is taken back', async () => {
      await model.script([
        call('markdown', { content: 'Some prose.' }),
        call('read_notebook', {}),
        call('read_notebook', {}),
        answer('Ruled.')
      ]);
      await panel.say('read and write');
      const prose = panel.root.getByRole('group', {
        name: 'Review: Mind: this writes prose.'
      });
      await expect(prose.getByRole('button', { name: 'Reject' })).toBeVisible();
      await expect(prose.getByRole('button', { name: 'Edit' })).toHaveCount(0);
      await expect(
        prose.getByRole('button', { name: 'Allow more than this step' })
      ).toHaveCount(0);
      await panel.approve(prose);
      await expect(
        panel.cards.getByText('Mind: Reading the notebook', { exact: true })
      ).toBeVisible();
      // No rule decides a card that was not in view long enough to be read.
      await expect(panel.cards).not.toHaveAttribute('data-cellwright-unseen');
      await notebook.command('cellwright:policy');
      await panel.button('Take back: read_notebook always asks').click();
      await panel.button('Back to the conversation').click();
      await panel.answered('Ruled.');
      const settings = new Settings(page as unknown as Page);
      await expect
        .poll(async () =>
          Object.keys(
            (await settings.get<IPolicySettings>('policy')).interruptOn
          )
        )
        .toEqual(['execute_command', 'markdown']);
    });
  });
});

/** The page with all standing rules. */
function rulesOf(panel: Panel): Locator {
  return panel.root.getByRole('region', { name: 'Permissions' });
}

async function showRules(panel: Panel): Promise<void> {
  await panel.choose('Permissions');
}

/** Opens a card's menu. @returns the scopes that an approval may have. */
async function scopesOf(card: Locator): Promise<string[]> {
  await card.getByRole('button', { name: 'Allow more than this step' }).click();
  const entries = card.getByRole('menuitem');
  await expect(entries.first()).toBeFocused();
  for (const entry of await entries.all()) {
    await expect(entry).toBeInViewport({ ratio: 1 });
  }
  return (await entries.allTextContents()).flatMap(
    text =>
      /^Allow (?:this once|for this turn|for this notebook|always)/
        .exec(text)
        ?.slice(0, 1) ?? []
  );
}

/** Chooses an item in a card's open menu. */
async function choose(card: Locator, scope: string): Promise<void> {
  await card.getByRole('menuitem', { name: scope }).click();
}
