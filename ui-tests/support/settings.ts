import type { Page } from '@playwright/test';

const ID = 'cellwright:plugin';

/**
 * Cellwright's settings in JupyterLab's registry, changed as its editor does.
 */
export class Settings {
  constructor(private readonly _page: Page) {}

  /** Sets one as the editor does, without reloading the page. */
  async set(name: string, value: unknown): Promise<void> {
    await this._page.evaluate(
      async ([id, key, to]) => {
        const settings = await window.galata.getPlugin(
          '@jupyterlab/apputils-extension:settings'
        );
        await settings!.set(id as string, key as string, to as never);
      },
      [ID, name, value] as const
    );
  }

  /** The value under a name in the person's settings file. */
  async get<T>(name: string): Promise<T> {
    return this._page.evaluate(
      async ([id, key]) => {
        const settings = await window.galata.getPlugin(
          '@jupyterlab/apputils-extension:settings'
        );
        return (await settings!.load(id)).composite[key];
      },
      [ID, name] as const
    ) as Promise<T>;
  }
}
