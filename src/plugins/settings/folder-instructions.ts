import type { IFolderInstructions, IInstructionsText } from '../../contract';
import type { TextStore } from './held-rules';
import { isRecord, isText } from './settings-reader';

interface IAnswer extends IInstructionsText {
  goesAlong: boolean;
}

/** Number of answers that are kept; the oldest are forgotten first. */
const MOST_ANSWERS = 200;

/**
 * The person's answers about instruction files, stored in this browser: by path
 * on this server and by the text itself, or its SHA-256 if it has one, so that
 * a changed text is asked about again.
 */
export class FolderInstructions implements IFolderInstructions {
  private _answers: IAnswer[];

  private _waiting: IInstructionsText[] = [];

  /** Whether the browser could not store what this page has. */
  private _lost = false;

  private readonly _listeners: (() => void)[] = [];

  /**
   * @param _store the browser's; without one, an answer lasts as long as the
   * page.
   * @param _key of this server and of the folder that it serves.
   */
  constructor(
    private readonly _store: TextStore | null,
    private readonly _key: string
  ) {
    this._answers = this._kept();
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
    this._tell();
  }

  decide(file: IInstructionsText, goesAlong: boolean): void {
    const { path } = file;
    this._answers = [
      { path, text: markOf(file), goesAlong },
      // The person may have answered in another tab since.
      ...(this._lost ? this._answers : this._kept()).filter(
        each => each.path !== path
      )
    ].slice(0, MOST_ANSWERS);
    try {
      this._store?.setItem(this._key, JSON.stringify(this._answers));
      this._lost = this._store === null;
    } catch (error) {
      console.warn('Cellwright keeps this answer for this page only', error);
      this._lost = true;
    }
    this._answered();
  }

  onChange(listener: () => void): void {
    this._listeners.push(listener);
  }

  /** The person has answered in another tab. */
  heard(key: string | null): void {
    if (key === this._key || key === null) {
      this._answers = this._kept();
      this._answered();
    }
  }

  private _answered(): void {
    this._waiting = this._waiting.filter(file => this.answer(file) === null);
    this._tell();
  }

  private _kept(): IAnswer[] {
    try {
      const kept: unknown = JSON.parse(this._store?.getItem(this._key) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isAnswer) : [];
    } catch (error) {
      console.warn('Cellwright could not read what was agreed to', error);
      return [];
    }
  }

  private _tell(): void {
    this._listeners.forEach(listener => listener());
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
