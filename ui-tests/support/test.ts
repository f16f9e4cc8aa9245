/* eslint-disable no-empty-pattern -- Playwright reads what a fixture needs from its first parameter, and takes no other form. */
import {
  expect,
  galata,
  test as base,
  type IJupyterLabPageFixture
} from '@jupyterlab/galata';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';

import { keepCache } from './cached-page';
import { Files } from './files';
import { Notebook, notebookFile, type CellSketch } from './notebook';
import { Panel } from './panel';
import { setGalataTimeout } from './galata-timeout';
import { ScriptedModel } from './scripted-model';

setGalataTimeout(60_000);

export interface IWork {
  panel: Panel;
  notebook: Notebook;
}

/** What a test starts with. */
export interface IStart {
  cells?: CellSketch[];
  /** Files beside the notebook: name → text. */
  files?: Record<string, string>;
  /** Whether the panel is expected to be open. */
  panelOpen?: boolean;
}

/** A second page. */
export interface IAnotherPage {
  page: IJupyterLabPageFixture;
  panel: Panel;
}

interface IFixtures {
  /** Which model is chosen when the page loads. */
  chosen: 'scripted' | 'demo';
  /** Whether the panel opens automatically. */
  openOnStart: boolean;
  /** More of Cellwright's settings, in place when the page loads. */
  settings: Record<string, unknown>;
  model: ScriptedModel;
  /** The files beside the notebook. */
  files: Files;
  /**
   * Opens another page like the first one: a tab of its browser, or of another
   * one.
   */
  anotherPage(context: BrowserContext): Promise<IAnotherPage>;
  /**
   * Opens JupyterLab on a notebook, with the panel beside it. Called again, it
   * opens another notebook in the same page, so with a conversation of its own,
   * instead of the one before.
   */
  begin(start?: IStart): Promise<IWork>;
  /** Closes the pages and shuts down the test's kernels. */
  kernelsEnd: boolean;
}

/**
 * A real JupyterLab with a real kernel, in a folder of the test's own; only the
 * model is scripted.
 */
export const test = base.extend<IFixtures>({
  autoGoto: false,
  // Galata's mocks fail on /interrupt, and kernels would not be real with them.
  kernels: async ({}, use) => use(null),
  sessions: async ({}, use) => use(null),

  chosen: ['scripted', { option: true }],
  openOnStart: [true, { option: true }],
  settings: [{}, { option: true }],

  model: async ({}, use, { testId }) => use(new ScriptedModel(testId)),

  mockSettings: async ({ chosen, model, openOnStart, settings }, use) =>
    use({
      ...galata.DEFAULT_SETTINGS,
      'cellwright:plugin': {
        openOnStart,
        ...(chosen === 'scripted' && {
          // Already acknowledged; the notice itself has tests of its own.
          disclosed: [`${new URL(model.baseUrl).host} openai`],
          model: {
            provider: 'openai',
            baseUrl: model.baseUrl,
            model: 'scripted-model',
            images: 'yes'
          }
        }),
        ...settings
      }
    }),

  waitForApplication: async ({}, use) =>
    use(async page => {
      await page.locator('#jupyterlab-splash').waitFor({ state: 'detached' });
      await page.evaluate(() => window.jupyterapp.restored);
    }),

  begin: async ({ page, request, tmpPath }, use) => {
    let open: Notebook | undefined;
    let count = 0;
    await use(async start => {
      const { cells = [{ markdown: '# Analysis' }], files = {} } = start ?? {};
      count++;
      const name = count > 1 ? `analysis-${count}.ipynb` : 'analysis.ipynb';
      const path = `${tmpPath}/${name}`;
      // Its Python starts while the page loads, and the page finds it by the
      // path.
      const kernel = startKernel(request, path);
      for (const [file, text] of Object.entries(files)) {
        await page.contents.uploadContent(text, 'text', `${tmpPath}/${file}`);
      }
      await page.contents.uploadContent(notebookFile(cells), 'text', path);
      await kernel;
      const panel = new Panel(page as unknown as Page);
      const notebook = new Notebook(page as unknown as Page, request, path);
      if (open) {
        await notebook.command('docmanager:open', { path });
        await panel.ready(name);
        await open.close();
      } else {
        await page.goto(`tree/${path}?reset`);
        if (start?.panelOpen ?? true) {
          await panel.ready(name);
        }
      }
      open = notebook;
      return { panel, notebook };
    });
  },

  context: async ({ context }, use) => {
    keepCache(context);
    await use(context);
  },

  files: async ({ request, tmpPath }, use) => use(new Files(request, tmpPath)),

  anotherPage: async (
    { baseURL, mockSettings, mockUser, tmpPath, waitForApplication },
    use
  ) =>
    use(async context => {
      keepCache(context);
      const page = await galata.initTestPage(
        '/lab',
        false,
        baseURL!,
        true,
        mockSettings as Record<string, never>,
        true,
        mockUser as never,
        await context.newPage(),
        null,
        null,
        tmpPath,
        waitForApplication,
        null
      );
      return { page, panel: new Panel(page as unknown as Page) };
    }),

  // Before the folder is removed, and without a page that would restart them.
  kernelsEnd: [
    async ({ context, page, request, tmpPath, baseURL }, use) => {
      await use(page.isClosed());
      await Promise.all(context.pages().map(each => each.close()));
      const sessions = (await (
        await request.get(`${baseURL}/api/sessions`)
      ).json()) as { id: string; path: string }[];
      for (const { id, path } of sessions) {
        if (path.startsWith(tmpPath)) {
          await request.delete(`${baseURL}/api/sessions/${id}`);
        }
      }
    },
    { auto: true }
  ]
});

/** Starts the kernel of a notebook, as opening it would. */
async function startKernel(
  request: APIRequestContext,
  path: string
): Promise<void> {
  const response = await request.post('api/sessions', {
    data: {
      path,
      name: path.split('/').at(-1),
      type: 'notebook',
      kernel: { name: 'python3' }
    }
  });
  expect(response.ok()).toBe(true);
}

export { expect };
