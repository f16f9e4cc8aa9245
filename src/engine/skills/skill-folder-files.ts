import {
  WorkspaceError,
  hashText,
  type IFileInfo,
  type IFiles,
  type INotebook,
  type INotebookFile,
  type ITextFile,
  type ITranslator
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { printedJson, quickInspection } from '../context/quick-inspection';
import type { IRunSkills } from '../run-context/run-context';
import {
  MAX_SKILL_BYTES,
  readSkillCode,
  skillEntry,
  type SkillEntry
} from './skill-folders';

/** How long the kernel may take, in ms. */
const PATIENCE = 5000;

export interface ISkillFolderFilesOptions {
  files: IFiles;
  /** Lists the skills that the person agreed to. */
  skills: Pick<IRunSkills, 'list'>;
  notebook(): INotebook;
  /** The person's own folder of skills. */
  own(): string;
  signal: AbortSignal;
  trans: ITranslator;
}

type Found = Exclude<SkillEntry, { problem: unknown }>;

/**
 * Files, plus those of skills that no server shows. The latter are read through
 * the kernel, with size limits, and only for skills that the person agreed to.
 * They can be written only as far as the server itself allows it.
 */
export class SkillFolderFiles implements IFiles {
  constructor(private readonly _options: ISkillFolderFilesOptions) {}

  async list(path: string): Promise<IFileInfo[]> {
    const entry = await this._entry(path, false);
    if (!entry) {
      return this._options.files.list(path);
    }
    if (!('entries' in entry)) {
      throw this._missing(path);
    }
    return entry.entries.map(({ name, folder, size, modified }) => ({
      name,
      path: `${path}/${name}`,
      type: folder ? 'directory' : 'file',
      size: folder ? null : size,
      modified
    }));
  }

  async stat(path: string): Promise<IFileInfo> {
    const entry = await this._entry(path, false);
    if (!entry) {
      return this._options.files.stat(path);
    }
    const isFolder = 'entries' in entry;
    return {
      name: path.slice(path.lastIndexOf('/') + 1),
      path,
      type: isFolder ? 'directory' : 'file',
      size: isFolder ? null : entry.size,
      modified: entry.modified
    };
  }

  async readText(path: string, maxBytes: number): Promise<string | null> {
    return (await this.openText(path, maxBytes))?.text ?? null;
  }

  async readBytes(path: string, length: number): Promise<Uint8Array> {
    const entry = await this._entry(path, true);
    if (!entry) {
      return this._options.files.readBytes(path, length);
    }
    if (!('text' in entry)) {
      throw this._missing(path);
    }
    return new TextEncoder().encode(entry.text).slice(0, length);
  }

  async openText(path: string, maxBytes: number): Promise<ITextFile | null> {
    const entry = await this._entry(path, true);
    if (!entry) {
      return this._options.files.openText(path, maxBytes);
    }
    if (!('text' in entry)) {
      throw this._missing(path);
    }
    if (entry.size > maxBytes) {
      throw this._tooLarge(path);
    }
    const { text } = entry;
    return { text, version: hashText(text), isOpen: false };
  }

  writeText(
    path: string,
    text: string,
    expected: string | null
  ): Promise<void> {
    return this._options.files.writeText(path, text, expected);
  }

  deleteFile(path: string, expected: string): Promise<void> {
    return this._options.files.deleteFile(path, expected);
  }

  readNotebook(path: string): Promise<INotebookFile> {
    return this._options.files.readNotebook(path);
  }

  /** @returns null for a path that is not part of a hidden skill. */
  private async _entry(path: string, content: boolean): Promise<Found | null> {
    const parts = path.split('/').filter(each => each !== '');
    const skill = parts.some(isHidden) ? await this._skillOf(parts) : null;
    if (!skill) {
      return null;
    }
    const { notebook, own, signal } = this._options;
    const code = readSkillCode(notebook().path.split('/').slice(0, -1), own(), {
      skill,
      rest: parts.slice(skill.length),
      content
    });
    const printed = await quickInspection(notebook(), signal, code, PATIENCE);
    const entry = skillEntry.nullable().safeParse(printedJson(printed)).data;
    if (!entry) {
      throw this._missing(path);
    }
    if ('problem' in entry) {
      throw entry.problem === 'large'
        ? this._tooLarge(path)
        : this._missing(path);
    }
    return entry;
  }

  /** Parts of the folder of the skill that contains a path. */
  private async _skillOf(parts: string[]): Promise<string[] | null> {
    const skills = await this._options.skills.list();
    const folders = skills.map(({ path }) => path.split('/').slice(0, -1));
    return (
      folders.find(
        folder =>
          folder.length > 0 &&
          folder.every((part, index) => part === parts[index])
      ) ?? null
    );
  }

  private _missing(path: string): WorkspaceError {
    return new WorkspaceError(
      'not-found',
      this._options.trans.__(
        'That skill has no file %1 that can be read.',
        spoken(path)
      )
    );
  }

  private _tooLarge(path: string): WorkspaceError {
    return new WorkspaceError(
      'too-large',
      this._options.trans.__(
        '%1 is too large: at most %2 KB of a skill’s file are read.',
        spoken(path),
        Math.round(MAX_SKILL_BYTES / 1024)
      )
    );
  }
}

/**
 * Whether servers hide this name; the prefix of the person's own folder counts
 * too.
 */
function isHidden(name: string): boolean {
  return name.startsWith('.') || name.startsWith('~');
}
