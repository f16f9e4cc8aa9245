import type { Page } from '@playwright/test';

import { readCorpus } from '../../src/testing/corpus/read-corpus';
import { ServerProcess } from '../../src/testing/mcp/server-process';
import { historyFaults, toolTexts } from '../support/history';
import { dangersInPanel, watch } from '../support/hostile';
import { answer } from '../support/scripted-model';
import { Settings } from '../support/settings';
import { expect, test } from '../support/test';
import { Traffic } from '../support/traffic';

interface IHostileServer {
  name: string;
  tools?: { name?: unknown }[];
  offered?: string[];
  args?: Record<string, unknown>;
  text?: string;
  ok?: boolean;
  notes?: string;
  /** Names that no tool may have here because other tools have them. */
  taken?: string[];
}

/** Servers whose first tool has a name that models accept unchanged. */
const CASES = readCorpus<IHostileServer>('hostile-servers').flatMap(
  (each, line) => {
    const [first] =
      each.offered?.map(name => name.slice('server__'.length)) ??
      each.tools?.map(({ name }) => String(name)) ??
      [];
    return each.tools && /^[\w-]+$/.test(first ?? '')
      ? { ...each, server: `s${line}`, path: `corpus${line}`, first }
      : [];
  }
);

/** So few tools that all of them are offered. */
const AT_ONCE = 5;

test('each of the hostile servers does nothing in the page but answer its own call, once, behind a card', async ({
  begin,
  model,
  page
}) => {
  test.slow();
  expect(CASES.length).toBeGreaterThanOrEqual(20);
  const plain = page as unknown as Page;
  const traffic = new Traffic(plain);
  const hostile = await ServerProcess.node('hostile.mjs');
  const { panel, notebook } = await begin();
  const commandsRun = await watch(plain);
  const settings = new Settings(plain);
  const before = await notebook.sources();
  try {
    for (const batch of batches()) {
      const names = batch.map(({ name }) => name).join('; ');
      await test.step(names, async () => {
        await settings.set('mcp', {
          servers: batch.map(({ server, path }) => ({
            name: server,
            url: hostile.at(path)
          }))
        });
        await panel.choose('MCP servers');
        for (const { server, notes = '' } of batch) {
          await expect(panel.region(server)).toContainText('Connected');
          await expect(panel.region(server)).toContainText(
            new RegExp(notes.replaceAll('server__', `${server}__`))
          );
        }
        expect(await dangersInPanel(plain)).toEqual([]);
        await panel.button('Back to the conversation').click();
        await model.script([
          {
            calls: batch.map(({ server, first, args = {} }) => ({
              name: `${server}__${first}`,
              args
            }))
          },
          answer(`Over: ${names}.`)
        ]);
        await panel.say(`Call ${names}.`);
        await expect(panel.cards).toHaveCount(batch.length);
        expect(await dangersInPanel(plain)).toEqual([]);
        await (batch.length > 1 ? panel.approveAll() : panel.approve());
        await panel.answered(`Over: ${names}.`);
        expect(await dangersInPanel(plain)).toEqual([]);
        const requests = await model.requests();
        expect(requests).toHaveLength(2);
        const { messages } = requests[1].body;
        expect(historyFaults(messages)).toEqual([]);
        const results = toolTexts(messages).slice(-batch.length);
        batch.forEach(({ text = '' }, at) =>
          expect(results[at]).toMatch(new RegExp(text))
        );
      });
    }
  } finally {
    await hostile.end();
  }
  // They had no other effect.
  expect(await notebook.sources()).toEqual(before);
  expect(await commandsRun()).toEqual([]);
  expect(
    traffic.hosts.filter(host => !/^(localhost|127\.0\.0\.1)(:|$)/.test(host))
  ).toEqual([]);
  expect(plain.context().pages()).toHaveLength(1);
});

/** The servers in groups, small enough that all their tools are offered. */
function batches(): (typeof CASES)[] {
  const all: (typeof CASES)[] = [];
  let left = 0;
  for (const each of CASES.filter(({ taken }) => !taken)) {
    const tools = each.tools?.length ?? 0;
    if (left < tools) {
      all.push([]);
      left = AT_ONCE;
    }
    all.at(-1)!.push(each);
    // After a call that failed, no other is run.
    left = each.ok === false || !each.text ? 0 : left - tools;
  }
  return all;
}
