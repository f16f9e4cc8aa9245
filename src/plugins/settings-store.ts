import type { ISettingRegistry } from '@jupyterlab/settingregistry';
import type { PartialJSONObject, PartialJSONValue } from '@lumino/coreutils';

import type { ITranslator } from '../contract';
import { type ISettingsContent, readSettings } from './read-settings';

/** A part of the settings file, with what it is called in the editor. */
type Titled = { title?: string; properties?: Record<string, Titled> };

/**
 * The settings as they are at any moment. Without a
 * settings registry, or when it has nothing to give, the defaults hold and
 * changes last as long as the page.
 */
export class SettingsStore {
  private constructor(
    private readonly settings: ISettingRegistry.ISettings | null,
    private readonly trans: ITranslator,
    private readonly troubles: readonly string[]
  ) {
    this._content = this.read();
    // Both live as long as the page.
    settings?.changed.connect(() => this.take());
  }

  /** @param load asks JupyterLab's registry; null where there is none. */
  static async open(
    load: (() => Promise<ISettingRegistry.ISettings>) | null,
    trans: ITranslator
  ): Promise<SettingsStore> {
    try {
      return new SettingsStore((await load?.()) ?? null, trans, []);
    } catch (error) {
      console.error('Cellwright could not read its settings', error);
      return new SettingsStore(null, trans, [
        trans.__(
          'Cellwright’s settings could not be read; the defaults hold. Look through the file of settings with the JSON editor of the settings page.'
        )
      ]);
    }
  }

  get content(): ISettingsContent {
    return this._content;
  }

  onChange(listener: () => void): () => void {
    this._listeners.add(listener);
    return () => {
      this._listeners.delete(listener);
    };
  }

  /** Keeps a value under a name of `schema/plugin.json`; it counts at once. */
  async set(name: string, value: PartialJSONValue): Promise<void> {
    this._unsaved[name] = value;
    this.take();
    try {
      await this.settings?.set(name, value);
    } finally {
      if (this.settings && this._unsaved[name] === value) {
        delete this._unsaved[name];
        this.take();
      }
    }
  }

  private take(): void {
    this._content = this.read();
    this._listeners.forEach(listener => listener());
  }

  private read(): ISettingsContent {
    const content = readSettings(
      { ...this.settings?.composite, ...this._unsaved },
      this.trans,
      path => this.title(path)
    );
    return { ...content, problems: [...this.troubles, ...content.problems] };
  }

  /** "Limits: Model calls", as the settings page has it. */
  private title(path: string): string {
    const titles: string[] = [];
    let at: Titled | undefined = this.settings?.schema as Titled | undefined;
    for (const name of path.split('.')) {
      at = at?.properties?.[name];
      titles.push(at?.title ?? name);
    }
    return titles.join(': ');
  }

  private _content: ISettingsContent;
  /** On their way to the server, or kept here alone where there is none. */
  private readonly _unsaved: PartialJSONObject = {};
  private readonly _listeners = new Set<() => void>();
}
