import { readFile } from 'node:fs/promises';

import type { Page, Route } from '@playwright/test';

import { answer } from '../support/scripted-model';
import { expect, test } from '../support/test';

const KEY = 'sk-cellwright-5d0b81e2';

interface IEntry {
  kind: string;
  title: string;
  characters: number;
  ms?: number;
  tokens?: { input: number; output: number };
  body: { system?: string; messages?: unknown[]; tools?: unknown[] };
}

test('a status line says what goes on; the debug view shows what is sent, finds and exports it, never with a key, and is off by default', async ({
  begin,
  model,
  page
}) => {
  const plain = page as unknown as Page;
  const { panel } = await begin({
    files: { 'penguins.csv': 'species,mass\nAdelie,3700\nGentoo,5076\n' }
  });
  const status = panel.root.locator('.jp-Cellwright-status');
  const view = panel.root.getByRole('region', {
    name: 'Model requests'
  });
  const collect = view.getByRole('switch', {
    name: 'Record requests and answers'
  });
  const entries = view
    .getByRole('list', { name: 'Requests and answers' })
    .getByRole('listitem');
  const show = async (): Promise<void> => {
    await panel.choose('Model requests');
  };
  const back = (): Promise<void> =>
    view.getByRole('button', { name: /^Back/ }).click();

  await test.step('off by default: nothing is collected', async () => {
    await panel.button('Model: scripted-model').click();
    await panel.settings.getByLabel('API key').fill(KEY);
    await model.script([answer('Before.')], { key: KEY });
    await panel.useModel();
    await panel.say('before it is on');
    await panel.answered('Before.');
    await show();
    await expect(collect).not.toBeChecked();
    await expect(view.getByRole('list')).toHaveCount(0);
    await collect.click();
    await expect(collect).toBeChecked();
    await expect(view.getByRole('status')).toHaveText('0 entries');
    await back();
  });

  await test.step('the status line names the step that goes on, and is cleared at the end', async () => {
    const held = new Promise<Route>(resolve => {
      void page.route('**/api/contents/**/penguins.csv?*content=1*', resolve, {
        times: 1
      });
    });
    await model.script(
      [
        {
          // Two plans, so that a middleware has something to change.
          calls: [
            ...['Look.', 'Look, then count.'].map(content => ({
              name: 'write_todos',
              args: { todos: [{ content, status: 'in_progress' }] }
            })),
            { name: 'read_file', args: { path: 'penguins.csv' } }
          ]
        },
        {
          ...answer('Two penguins.'),
          usage: { prompt_tokens: 1234, completion_tokens: 56 }
        }
      ],
      { key: KEY }
    );
    await expect(status).toHaveCount(0);
    await panel.say('how many are there');
    await expect(status).toHaveAttribute('title', 'Reading penguins.csv');
    await (await held).continue();
    await panel.answered('Two penguins.');
    await expect(status).toHaveCount(0);
  });

  await test.step('requests, answers, changes and tool calls are there, with their sizes, times and tokens', async () => {
    await show();
    await expect(entries).toHaveCount(8);
    await expect(entries.first()).toHaveText(
      /^requestRequest 1 to scripted-model.*[\d,]+ characters/
    );
    await expect(entries.nth(2)).toHaveText(/^changedKept 2 of 3 calls/);
    await expect(entries.nth(4)).toHaveText(/^toolread_file/);
    await expect(entries.nth(6)).toHaveText(/1,234 \+ 56 tokens/);
    await entries.first().getByRole('button').click();
    const body = view.locator('pre').first();
    for (const part of [
      'You are Cellwright',
      'how many are there',
      '"read_file"'
    ]) {
      await expect(body).toContainText(part);
    }
  });

  await test.step('it can be searched', async () => {
    await view
      .getByRole('textbox', { name: 'Search the requests' })
      .fill('ADELIE');
    await expect(view.getByRole('status')).toHaveText(/^[23] of 8 entries$/);
    await view.getByRole('textbox', { name: 'Search the requests' }).fill(KEY);
    await expect(view.getByRole('status')).toHaveText('0 of 8 entries');
    await view.getByRole('textbox', { name: 'Search the requests' }).fill('');
  });

  await test.step('exported as JSON lines, whole and without the key', async () => {
    const downloading = plain.waitForEvent('download');
    await view.getByRole('button', { name: 'Export' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('cellwright-requests.jsonl');
    const text = await readFile(await download.path(), 'utf8');
    const lines = text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as IEntry);
    expect(lines.map(({ kind }) => kind)).toEqual([
      'request',
      'answer',
      'middleware',
      'tool',
      'tool',
      'request',
      'answer',
      'tool'
    ]);
    const [{ body }] = lines;
    expect(body.system).toContain('You are Cellwright');
    expect(body.tools?.length).toBeGreaterThan(5);
    expect(text).toContain('Adelie');
    expect(text).not.toContain(KEY);
    expect(await view.textContent()).not.toContain(KEY);
    // The key must have been in use, or this would prove nothing.
    expect((await model.lastRequest()).hasKey).toBe(true);
  });

  await test.step('switched off, it forgets', async () => {
    await collect.click();
    await expect(collect).not.toBeChecked();
    await collect.click();
    await expect(view.getByRole('status')).toHaveText('0 entries');
  });
});
