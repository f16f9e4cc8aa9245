import type { Locator, Page } from '@playwright/test';

import { arm, died, makeDeadly, type DeadlyPoint } from '../support/deadly';
import type { Files } from '../support/files';
import { answerToUnclear } from '../support/press-until';
import { historyFaults } from '../support/history';
import type { Notebook } from '../support/notebook';
import type { Panel } from '../support/panel';
import {
  answer,
  call,
  cell,
  type ScriptedModel,
  type Step
} from '../support/scripted-model';
import { expect, test } from '../support/test';

/** A way for a page to die, and what must be true in the end. */
interface IScene {
  /** Name in the report. */
  name: string;
  point: DeadlyPoint;
  /**
   * The model's answers; one that is lost is requested again, and is the same.
   */
  steps: Step[];
  /** Number of cards approved, one after the other, before the page dies. */
  before: number;
  /** Number of cards still to be approved in the next page. */
  after: number;
  /** Something that happens while the page is away. */
  away?(stage: IStage): Promise<void>;
  /** Names of `counting` code that must have run exactly once in the end. */
  ran: string[];
  /**
   * Name of the code that the first card's code is replaced by before approval.
   */
  edited?: string;
}

interface IStage {
  page: Page;
  panel: Panel;
  notebook: Notebook;
  model: ScriptedModel;
  files: Files;
}

/**
 * Code that counts in the kernel itself how often it ran, and writes the count
 * to a file that outlives the page.
 */
function counting(name: string, rest = ''): string {
  return [
    `counts = globals().get("counts") or {}`,
    `counts["${name}"] = counts.get("${name}", 0) + 1`,
    `open("${name}.count", "w").write(str(counts["${name}"]))`,
    `print("begun ${name}", flush=True)`,
    rest
  ]
    .filter(line => line)
    .join('\n');
}

const waiting = (name: string): string =>
  counting(
    name,
    `import os, time\nwhile not os.path.exists("${name}.go"): time.sleep(0.05)\nprint("ended ${name}")`
  );

const one = (name: string): Step[] => [cell(counting(name)), answer('Done.')];

/** A single cell, killed at a record of its call. */
const atRecord = (
  when: 'before' | 'after',
  state: string,
  rest: Partial<IScene> = {}
): IScene => {
  const name = `${when}_${state}`;
  return {
    name: `${when} the ${state} of a call is durable`,
    point: { at: 'record', when, state },
    steps: one(name),
    before: 1,
    after: 0,
    ran: [name],
    ...rest
  };
};

/**
 * In the order of a run, one for each part that is different in a real browser:
 * its database, the notebook's file, the kernel. Jest covers the points in between
 * (`at-most-once.long.spec.ts` at each record of nine tools, `page-goes.long.spec.ts` at
 * each write of a whole job).
 */
const SCENES: IScene[] = [
  {
    name: 'before the message has reached a checkpoint',
    point: { at: 'store', when: 'before', store: 'checkpoints' },
    steps: one('unsent'),
    before: 0,
    after: 1,
    ran: ['unsent']
  },
  {
    name: 'while the model writes a call',
    point: { at: 'chunk', when: 'after', number: 3 },
    steps: [cell(counting('streamed'), { chunkSize: 8 }), answer('Done.')],
    before: 0,
    after: 1,
    ran: ['streamed']
  },
  atRecord('before', 'decision', { before: 1, after: 1 }),
  atRecord('after', 'decision'),
  {
    name: 'before the notebook with the new cell is saved',
    point: { at: 'fetch', when: 'before', method: 'PUT', path: '.ipynb' },
    steps: one('unsaved'),
    before: 1,
    after: 0,
    ran: ['unsaved']
  },
  {
    name: 'after the notebook with the new cell was saved',
    point: { at: 'fetch', when: 'after', method: 'PUT', path: '.ipynb' },
    steps: one('saved'),
    before: 1,
    after: 0,
    ran: ['saved']
  },
  {
    name: 'before the request leaves for the kernel',
    point: { at: 'execute', when: 'before', text: 'at_the_door' },
    steps: one('at_the_door'),
    before: 1,
    after: 0,
    ran: ['at_the_door']
  },
  {
    name: 'after the request has left, and the code ran while nobody listened',
    point: { at: 'execute', when: 'after', text: 'unheeded' },
    steps: one('unheeded'),
    before: 1,
    after: 0,
    away: async ({ files }) => {
      await expect.poll(() => files.read('unheeded.count')).toBe('1');
    },
    ran: ['unheeded']
  },
  {
    name: 'while the code runs, which goes on when the page is back',
    point: { at: 'output', when: 'after', text: 'begun long' },
    steps: [cell(waiting('long')), answer('Done.')],
    before: 1,
    after: 0,
    ran: ['long']
  },
  {
    name: 'while the code runs, which ends before the page is back',
    point: { at: 'output', when: 'after', text: 'begun short' },
    steps: [
      cell(`${waiting('short')}\nopen("short.end", "w").write("x")`),
      answer('Done.')
    ],
    before: 1,
    after: 0,
    away: async ({ files }) => {
      await files.write('short.go', '');
      await expect.poll(() => files.read('short.end')).toBe('x');
    },
    ran: ['short']
  },
  atRecord('before', 'outcome'),
  {
    name: 'with one of three decisions made',
    point: { at: 'record', when: 'after', state: 'decision' },
    steps: [
      {
        calls: ['first', 'second', 'third'].map(name => ({
          name: 'jupyter_cell',
          args: { code: counting(name) }
        }))
      },
      answer('Done.')
    ],
    before: 1,
    after: 2,
    ran: ['first', 'second', 'third']
  },
  {
    name: 'after the decision on an edited card',
    point: { at: 'record', when: 'after', state: 'decision' },
    steps: one('proposed'),
    before: 1,
    after: 0,
    edited: 'amended',
    ran: ['amended']
  },
  {
    name: 'after a file was written, before its outcome is durable',
    point: { at: 'record', when: 'before', state: 'outcome' },
    steps: [
      call('write_file', {
        path: '/FOLDER/note.txt',
        content: 'written once'
      }),
      ...one('filed')
    ],
    before: 1,
    after: 1,
    ran: ['filed']
  }
];

test('whatever the page dies of, no decision is lost, no code runs twice, and the conversation stays valid', async ({
  begin,
  files,
  model,
  page,
  tmpPath
}) => {
  test.setTimeout(SCENES.length * 120_000);
  await makeDeadly(page as unknown as Page);
  const { panel, notebook } = await begin();
  const stage: IStage = {
    page: page as unknown as Page,
    panel,
    notebook,
    model,
    files
  };
  for (const scene of SCENES) {
    await test.step(scene.name, async () => {
      const steps = JSON.parse(
        JSON.stringify(scene.steps).replaceAll('FOLDER', tmpPath)
      ) as Step[];
      await play({ ...scene, steps }, stage);
    });
  }
});

async function play(scene: IScene, stage: IStage): Promise<void> {
  const { page, panel, notebook, model, files } = stage;
  await model.script(scene.steps, { byHistory: true });
  await panel.button('New conversation').click();
  const before = await notebook.sources();
  await arm(page, scene.point);
  await panel.say(scene.name);
  for (let i = 0; i < scene.before; i++) {
    await decideNext(panel, scene);
  }
  await died(page);
  await scene.away?.(stage);

  await page.goto(`tree/${notebook.path}`);
  const asked = await finish(scene, stage);
  expect(asked, 'cards that came back undecided').toBe(scene.after);
  for (const name of scene.ran) {
    expect(await files.read(`${name}.count`), name).toBe('1');
  }
  // None lost, none duplicated, each as it was approved.
  await expect
    .poll(() => notebook.sources())
    .toEqual([...before, ...scene.ran.map(name => codeOf(name, scene))]);
  const { messages } = (await model.lastRequest()).body;
  expect(historyFaults(messages)).toEqual([]);
}

/** The code with this name, as it was approved. */
function codeOf(name: string, { steps, edited }: IScene): string {
  if (name === edited) {
    return counting(name);
  }
  const codes = steps
    .flatMap(step => (step.calls ?? []) as { args: { code?: string } }[])
    .flatMap(({ args }) => args.code ?? []);
  return codes.findLast(code => code.includes(`"${name}.count"`))!;
}

async function decideNext(panel: Panel, scene: IScene): Promise<void> {
  const first = panel.cards.first();
  if (scene.edited) {
    await panel.edit(counting(scene.edited), first);
  }
  await first.getByRole('button', { name: 'Approve', exact: true }).click();
}

/** False also if it has gone in the meantime. */
function isEnabled(button: Locator): Promise<boolean> {
  return button.isEnabled({ timeout: 500 }).catch(() => false);
}

/**
 * Continues as a person would until the answer is there. @returns how many
 * approvals it took.
 */
async function finish(
  scene: IScene,
  { panel, files }: IStage
): Promise<number> {
  const continueButton = panel.button('Continue');
  const approve = panel.button('Approve');
  // The kernel is asked only whether it is still at it, so the person may be
  // asked whether code ran that had left or was about to.
  const unclear = panel.button('Skip it');
  let approved = 0;
  if (scene.name.includes('goes on when')) {
    // Once the page listens to the kernel again.
    await expect(
      panel.line(/Waiting for the kernel to say whether it is still running/)
    ).toBeVisible();
    await files.write('long.go', '');
  }
  const done = panel.finalAnswer.filter({ hasText: 'Done.' });
  const ways = { done, unclear, approve, continueButton };
  const next = async (): Promise<keyof typeof ways | undefined> => {
    for (const [name, button] of Object.entries(ways)) {
      const one = button.first();
      if (
        (await one.isVisible()) &&
        (name === 'done' || (await isEnabled(one)))
      ) {
        return name as keyof typeof ways;
      }
    }
    return undefined;
  };
  for (;;) {
    let way: keyof typeof ways | undefined;
    await expect.poll(async () => (way = await next())).toBeDefined();
    if (way === 'done') {
      return approved;
    }
    const cards = await panel.cards.count();
    const button =
      way === 'unclear'
        ? panel.button(await answerToUnclear(panel, files))
        : ways[way!];
    await button.first().click();
    if (way === 'continueButton') {
      await expect(continueButton).toHaveCount(0);
    } else {
      // A decided card is no longer pending.
      await expect.poll(() => panel.cards.count()).toBeLessThan(cards);
      approved += way === 'approve' ? 1 : 0;
    }
  }
}
