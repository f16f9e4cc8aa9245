import type { ISettingRegistry } from '@jupyterlab/settingregistry';
import type { PartialJSONObject, PartialJSONValue } from '@lumino/coreutils';

import type { ITranslator } from '../../contract';
import { Listeners } from '../../contract/util/listeners';
import { SerialQueue } from '../../contract/util/serial-queue';
import { type ISettingsContent, readSettings } from './read-settings';
import { isRecord } from '../../contract/util/is-record';

/** Where settings come from. */
export interface ISettingsSource {
  /** As JupyterLab's registry has them. */
  load(): Promise<ISettingRegistry.ISettings>;
  /** As the file has them now. */
  reload(): Promise<ISettingRegistry.ISettings>;
  /** Path of the file, for a person. */
  readonly path: string;
}

/** A part of the settings file, with its name in the settings editor. */
type Titled = {
  title?: string;
  default?: unknown;
  properties?: Record<string, Titled>;
};

/** Longest list of problems; nobody reads a longer one. */
const MAX_PROBLEMS = 12;

/**
 * The current settings. Without a settings registry, or when it returns
 * nothing, the defaults apply and changes last as long as the page.
 *
 * Nothing overwrites what this page has not read: each change reads the file
 * again, and changes one value in it.
 */
export class SettingsStore {
  private _settings: ISettingRegistry.ISettings | null = null;

  private _trouble: SettingsTrouble | null = null;

  private _content: ISettingsContent;

  /**
   * Changes on their way to the server, or stored only here if there is none.
   */
  private readonly _unsaved: PartialJSONObject = {};

  private readonly _queue = new SerialQueue();

  private readonly _listeners = new Listeners();

  private constructor(
    private readonly _source: ISettingsSource | null,
    private readonly _trans: ITranslator
  ) {
    this._content = this._read();
  }

  /** @param source JupyterLab's registry; null if there is none. */
  static async open(
    source: ISettingsSource | null,
    trans: ITranslator
  ): Promise<SettingsStore> {
    const store = new SettingsStore(source, trans);
    try {
      await store._fetch('load');
    } catch {
      // Reported by `problems`, for as long as it lasts.
    }
    return store;
  }

  get content(): ISettingsContent {
    return this._content;
  }

  onChange(listener: () => void): () => void {
    return this._listeners.add(listener);
  }

  /**
   * Stores a value under a name of `schema/plugin.json`; it applies at once.
   */
  set(name: string, value: PartialJSONValue): Promise<void> {
    return this.change(name, () => value);
  }

  /**
   * Stores the changed value; it applies at once.
   *
   * @param change gets what the file has under the name, and may be called
   * again; returns undefined if it cannot work with that.
   */
  async change(
    name: string,
    change: (raw: unknown) => PartialJSONValue | undefined
  ): Promise<void> {
    const mine = change(
      name in this._unsaved ? this._unsaved[name] : this._settings?.user[name]
    );
    if (mine !== undefined) {
      this._unsaved[name] = mine;
      this._take();
    }
    try {
      await this._queue.run(() => this._save(name, change));
    } finally {
      if (this._source && mine !== undefined && this._unsaved[name] === mine) {
        delete this._unsaved[name];
        this._take();
      }
    }
  }

  private get _schema(): Titled | undefined {
    return this._settings?.schema as Titled | undefined;
  }

  private async _save(
    name: string,
    change: (raw: unknown) => PartialJSONValue | undefined
  ): Promise<void> {
    if (!this._source) {
      return;
    }
    const settings = await this._fetch('reload');
    const value = change(settings.user[name]);
    if (value === undefined) {
      throw new Error(`The setting "${name}" holds what cannot be changed.`);
    }
    await settings.set(name, value);
  }

  /** @throws the error of JupyterLab's registry, after recording it. */
  private async _fetch(
    how: 'load' | 'reload'
  ): Promise<ISettingRegistry.ISettings> {
    try {
      const settings = await this._source?.[how]();
      if (settings && !this._settings) {
        this._settings = settings;
        // Both live as long as the page.
        settings.changed.connect(() => this._take());
      }
      this._note(null);
      return settings!;
    } catch (error) {
      console.error('Cellwright could not read its settings', error);
      this._note(canBeRead(error) ? 'away' : 'unreadable');
      throw error;
    }
  }

  private _note(trouble: SettingsTrouble | null): void {
    this._trouble = trouble;
    this._take();
  }

  private _take(): void {
    this._content = this._read();
    this._listeners.tell();
  }

  private _read(): ISettingsContent {
    const { _trans: trans } = this;
    const content = readSettings(
      { ...this._layers(), ...this._unsaved },
      trans,
      path => this._title(path)
    );
    const problems = [...content.problems];
    const more = problems.splice(MAX_PROBLEMS).length;
    return {
      ...content,
      problems: [
        ...(this._trouble === null
          ? []
          : [
              troubleText(this._trouble, trans, {
                path: this._source?.path ?? '',
                known: this._settings !== null
              })
            ]),
        ...problems,
        ...(more > 0
          ? [
              trans._n(
                'And %1 more setting that cannot be used.',
                'And %1 more settings that cannot be used.',
                more
              )
            ]
          : [])
      ]
    };
  }

  /**
   * The person's values merged over those that apply to everybody on the
   * server: setting one value of a group must not drop the others.
   */
  private _layers(): PartialJSONObject {
    const layers: Record<string, unknown> = { ...this._settings?.user };
    for (const [name, part] of Object.entries(this._schema?.properties ?? {})) {
      const { default: general } = part;
      const own = layers[name];
      layers[name] =
        isRecord(general) && isRecord(own)
          ? { ...general, ...own }
          : own === undefined
            ? general
            : own;
    }
    return layers as PartialJSONObject;
  }

  /** "Limits: Model calls", as on the settings page. */
  private _title(path: string): string {
    const titles: string[] = [];
    let at: Titled | undefined = this._schema;
    for (const name of path.split('.')) {
      at = at?.properties?.[name];
      titles.push(at?.title ?? name);
    }
    return titles.join(': ');
  }
}

/** Why the settings file could not be read: it is broken, or nobody answers. */
type SettingsTrouble = 'unreadable' | 'away';

/**
 * Whether the file may be fine and only could not be fetched. For a file that
 * is not JSON, a server answers 500. If the server returns JSON that
 * JupyterLab's registry rejects, the error is a list; if it returns something
 * that is not JSON (`NaN`), it is a syntax error.
 */
function canBeRead(error: unknown): boolean {
  const { response } = (error ?? {}) as { response?: { status?: unknown } };
  return !(
    Array.isArray(error) ||
    error instanceof SyntaxError ||
    response?.status === 500
  );
}

/** @param known whether the settings were read before. */
function troubleText(
  trouble: SettingsTrouble,
  trans: ITranslator,
  { path, known }: { path: string; known: boolean }
): string {
  const holds = known
    ? trans.__('Until then, this page keeps using the earlier settings.')
    : trans.__('Until then, the defaults are used.');
  return trouble === 'unreadable'
    ? trans.__(
        'Cellwright’s settings can’t be read: the file %1 is not valid JSON, or contains something other than names and values. Nothing is written to it. Correct it by hand, then reload this page. %2',
        path,
        holds
      )
    : trans.__(
        'Cellwright’s settings could not be fetched from the Jupyter server. Check your connection, then reload this page. %1',
        holds
      );
}
