import 'fake-indexeddb/auto';

import {
  DEFAULT_MEMORY_SETTINGS,
  type IMemorySettings
} from '../../../contract';
import { Memory, openMemoryDatabase } from '../../../memory';
import { LearnedMemories } from '../../learned/learned-memories';
import { PlanSite, plan, question, workOff } from './plan-site';

let made = 0;

async function opened() {
  const db = await openMemoryDatabase(['http://x/', `person ${made++}`]);
  const held: { memory: IMemorySettings } = {
    memory: { ...DEFAULT_MEMORY_SETTINGS }
  };
  const memory = new Memory({
    db,
    settings: () => held.memory,
    privacy: { isDenied: () => false },
    later: act => act()
  });
  const port = new LearnedMemories(memory, {
    get current() {
      return held as never;
    },
    setMemory: async change =>
      void (held.memory = { ...held.memory, ...change })
  });
  const site = new PlanSite({}, memory);
  site.replies.improve_plan = [
    {
      category: 'cleaning',
      steps: [{ title: 'Load' }, { title: 'Check' }, { title: 'Clean' }],
      fit: 1,
      patterns: ['Check first']
    }
  ];
  return { site, memory, port };
}

/** Titles of the plan that is proposed for the same task. */
async function proposed(site: PlanSite): Promise<string[]> {
  const page = site.page();
  await page.comeBack();
  await page.say('Clean the penguins', `m-${made++}`, { mode: 'plan' });
  const asked = await question(page);
  await page.stop();
  page.kill();
  return asked?.kind === 'plan' ? asked.steps.map(({ title }) => title) : [];
}

it('what was learned changes the next plan and says so; forgotten, it changes it back', async () => {
  const { site, memory, port } = await opened();
  const page = site.page();
  await plan(page);
  await workOff(page);
  await memory.settled();
  page.kill();
  const [entry] = await port.list('plan');
  expect(entry).toMatchObject({ successes: 1, uses: 1 });
  const raw = site.asked.length;
  expect(await proposed(site)).toEqual(['Load', 'Check', 'Clean']);
  expect(site.asked.slice(raw)).toContain('improve_plan');
  await port.forgetAll();
  expect(await proposed(site)).toEqual(['Load', 'Clean']);
});

it('learns of a kind only while it is on, and of nothing while all is off', async () => {
  const { site, memory, port } = await opened();
  await port.setKind('plan', false);
  const page = site.page();
  await plan(page);
  await workOff(page);
  await memory.settled();
  expect(await port.list('plan')).toEqual([]);
  expect((await port.list('tool')).length).toBeGreaterThan(0);
  await port.forgetAll();
  await port.setOn(false);
  await plan(page, 'Clean the penguins again');
  await workOff(page);
  await memory.settled();
  expect(await port.list('tool')).toEqual([]);
  expect(port.isOn()).toBe(false);
});
