import type { IFolderInstructions, IInstructionsText } from '../../contract';
import { Listeners } from '../../contract/util/listeners';
import { isText } from './read-settings';
import { isRecord } from '../../contract/util/is-record';

/** Where a page keeps a text so that the next one and the other tabs have it. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem'>;

interface IAnswer extends IInstructionsText {
  goesAlong: boolean;
}

/** Number of answers that are kept; the oldest are forgotten first. */
const MAX_ANSWERS = 200;

/**
 * The person's answers about instruction files, stored in this browser: by path
 * on this server and by the text itself, or its SHA-256 if it has one, so that
 * a changed text is asked about again.
 */
export class FolderInstructions implements IFolderInstructions {
  private _answers: readonly IAnswer[];

  private _waiting: IInstructionsText[] = [];

  private readonly _listeners = new Listeners();

  /**
   * @param _store the browser's; without one an answer holds as long as the page.
   * @param _key of this server and of the folder it serves.
   */
  constructor(
    private readonly _store: TextStore | null,
    private readonly _key: string
  ) {
    this._answers = this._stored();
  }

  get waiting(): readonly IInstructionsText[] {
    return this._waiting;
  }

  answer(file: IInstructionsText): boolean | null {
    const known = this._answers.find(({ path }) => path === file.path);
    return known?.text === markOf(file) ? known.goesAlong : null;
  }

  found(files: readonly IInstructionsText[]): void {
    const others = this._waiting.filter(
      each => !files.some(({ path }) => path === each.path)
    );
    this._waiting = [
      ...others,
      ...files.filter(file => this.answer(file) === null)
    ];
    this._listeners.tell();
  }

  decide(file: IInstructionsText, goesAlong: boolean): void {
    const { path } = file;
    // With what another tab may have added since.
    const here = [path, ...this._answers.map(each => each.path)];
    const others = [
      ...this._answers.filter(each => each.path !== path),
      ...this._stored().filter(each => !here.includes(each.path))
    ];
    this._answers = [{ path, text: markOf(file), goesAlong }, ...others].slice(
      0,
      MAX_ANSWERS
    );
    try {
      this._store?.setItem(this._key, JSON.stringify(this._answers));
    } catch (error) {
      console.warn(`Cellwright keeps “${this._key}” for this page only`, error);
    }
    this._answered();
  }

  answered(paths: readonly string[], signal: AbortSignal): Promise<void> {
    return new Promise(resolve => {
      const look = (): void => {
        if (
          signal.aborted ||
          !this._waiting.some(({ path }) => paths.includes(path))
        ) {
          end();
          signal.removeEventListener('abort', look);
          resolve();
        }
      };
      const end = this._listeners.add(look);
      signal.addEventListener('abort', look);
      look();
    });
  }

  onChange(listener: () => void): void {
    this._listeners.add(listener);
  }

  /** The person has answered in another tab. */
  onStorage(key: string | null): void {
    if (key === this._key || key === null) {
      this._answers = this._stored();
      this._answered();
    }
  }

  private _stored(): readonly IAnswer[] {
    try {
      const stored: unknown = JSON.parse(
        this._store?.getItem(this._key) ?? '[]'
      );
      return Array.isArray(stored) ? stored.filter(isAnswer) : [];
    } catch (error) {
      console.warn(`Cellwright could not read “${this._key}”`, error);
      return [];
    }
  }

  private _answered(): void {
    this._waiting = this._waiting.filter(file => this.answer(file) === null);
    this._listeners.tell();
  }
}

/** What is remembered of a text. */
function markOf({ text, hash }: IInstructionsText): string {
  return hash === undefined ? text : `sha256:${hash}`;
}

function isAnswer(value: unknown): value is IAnswer {
  return (
    isRecord(value) &&
    isText(value.path) &&
    isText(value.text) &&
    typeof value.goesAlong === 'boolean'
  );
}
