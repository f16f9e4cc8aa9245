import type { Page } from '@playwright/test';

const ID = 'cellwright:plugin';

/** Cellwright's settings in JupyterLab's registry, as its editor changes them. */
export class Settings {
  constructor(private readonly _page: Page) {}

  /** Sets one as the editor does; the page is not reloaded. */
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

  /** What the person's file of settings holds under a name. */
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
