import { z } from 'zod';
import {
  inOwnNamespace,
  printedJson,
  quickInspection,
  SERVER_ROOT
} from '../context/quick-inspection';
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
import type { IRunSkills } from '../run/run-context';
import { fileName } from '../../contract/text/path-from-root';

/**
 * The prefix of paths in the person's own folder, which may be anywhere on the
 * disk.
 */
const OWN_FOLDER = '~skills';

/**
 * Where skills are looked for within a folder; earlier entries take precedence.
 */
const SKILL_FOLDERS = [
  '.cellwright/skills',
  '.agents/skills',
  '.claude/skills',
  'skills'
] as const;

/** The only one that servers show. */
export const VISIBLE_FOLDER = 'skills';

export const SKILL_FILE = 'SKILL.md';

/** The largest `SKILL.md`, or file beside it, that is read, in bytes. */
export const MAX_SKILL_BYTES = 64 * 1024;

/** The most skills that are read. */
export const MAX_SKILLS = 40;

/** How many folders above the notebook's are searched. */
export const MAX_LEVELS = 10;

/**
 * The most characters of JSON that are printed; a kernel's output is cut at a
 * million.
 */
const MAX_PRINTED = 600_000;

/** The most entries of a folder that are looked at. */
const MAX_ENTRIES = 200;

/** Why a file was not read. */
const problem = z.enum(['link', 'large', 'encoding', 'much']);
export type SkillFileProblem = z.infer<typeof problem>;

const skillFile = z.union([
  z.object({ path: z.string(), text: z.string() }),
  z.object({ path: z.string(), problem })
]);

/**
 * A `SKILL.md` that was found, with its text or the reason why it was not read.
 * Nearest first.
 */
export type ISkillFile = z.infer<typeof skillFile>;

/** `known`: whether the server's root could be determined. */
export const skillFiles = z.object({
  known: z.boolean(),
  files: z.array(skillFile)
});

/** A file or a folder of a skill. */
const skillEntry = z.union([
  z.object({ text: z.string(), size: z.number(), modified: z.string() }),
  z.object({ size: z.number(), modified: z.string() }),
  z.object({
    entries: z.array(
      z.object({
        name: z.string(),
        folder: z.boolean(),
        size: z.number(),
        modified: z.string()
      })
    ),
    modified: z.string()
  }),
  z.object({ problem })
]);
type SkillEntry = z.infer<typeof skillEntry>;

/**
 * Python that prints `skillFiles` as JSON. A kernel can read what servers hide
 * from the contents API: folders whose names begin with a dot, and everything
 * above their root. Links that lead out of a folder are not followed.
 *
 * @param folder parts of the notebook's folder, from the server's root.
 * @param own the person's own folder; empty for none.
 */
export function findSkillsCode(folder: string[], own: string): string {
  return inOwnNamespace(FIND, {
    folder,
    own,
    names: SKILL_FOLDERS.map(each => each.split('/')),
    file: SKILL_FILE,
    ownName: OWN_FOLDER,
    max: MAX_SKILL_BYTES,
    most: MAX_SKILLS,
    levels: MAX_LEVELS,
    entries: MAX_ENTRIES,
    printed: MAX_PRINTED
  });
}

/**
 * Python that prints a `skillEntry` as JSON, or null if there is none.
 *
 * @param skill parts of the skill's folder as `findSkillsCode` gives them.
 * @param rest parts below it.
 * @param content whether the text of a file is wanted.
 */
function readSkillCode(
  folder: string[],
  own: string,
  place: { skill: string[]; rest: string[]; content: boolean }
): string {
  return inOwnNamespace(READ, {
    folder,
    own,
    ...place,
    ownName: OWN_FOLDER,
    max: MAX_SKILL_BYTES,
    entries: MAX_ENTRIES
  });
}

const OWN = `
def own_folder(top):
    path = os.path.expanduser(asked['own']) if asked['own'] else ''
    if path and not os.path.isabs(path):
        path = os.path.join(top, path) if top else ''
    return path

def read(real):
    with open(real, 'rb') as file:
        data = file.read(asked['max'] + 1)
    if len(data) > asked['max']:
        return None, 'large'
    try:
        return data.decode('utf-8'), None
    except UnicodeDecodeError:
        return None, 'encoding'
`;

const FIND = `${SERVER_ROOT}${OWN}
found = []
left = asked['printed']

def note(path, text, problem):
    global left
    if text is not None:
        left -= len(json.dumps(text))
        if left < 0:
            text, problem = None, 'much'
    found.append({'path': path, **({'problem': problem} if problem else {'text': text})})

def look(base, shown, top):
    real = os.path.realpath(base)
    if not os.path.isdir(real):
        return
    if top and not inside(real, top):
        note(shown, None, 'link')
        return
    for name in sorted(os.listdir(real))[:asked['entries']]:
        file = os.path.join(real, name, asked['file'])
        if len(found) >= asked['most'] or not os.path.lexists(file):
            continue
        path = '/'.join([shown, name, asked['file']])
        target = os.path.realpath(file)
        if not inside(target, real):
            note(path, None, 'link')
        elif os.path.isfile(target):
            note(path, *read(target))

def try_look(base, shown, top):
    try:
        look(base, shown, top)
    except (OSError, ValueError):
        pass

folder = asked['folder']
top = root(folder)
for depth in range(len(folder), max(-1, len(folder) - asked['levels']), -1) if top else []:
    for names in asked['names']:
        parts = [*folder[:depth], *names]
        try_look(top.joinpath(*parts), '/'.join(parts), os.path.realpath(top))
own = own_folder(top)
if own:
    try_look(own, asked['ownName'], None)
print(json.dumps({'known': top is not None, 'files': found}))
`;

const READ = `${SERVER_ROOT}${OWN}
import datetime

def facts(path):
    stat = os.stat(path)
    when = datetime.datetime.fromtimestamp(stat.st_mtime, datetime.timezone.utc)
    return {'size': stat.st_size, 'modified': when.isoformat()}

def entry():
    top = root(asked['folder'])
    skill = asked['skill']
    if skill[0] == asked['ownName']:
        own = own_folder(top)
        outer = os.path.realpath(own) if own else None
        base = os.path.join(outer, *skill[1:]) if outer else None
    else:
        outer = os.path.realpath(top) if top else None
        base = os.path.join(outer, *skill) if outer else None
    if base is None or not os.path.isdir(base):
        return None
    base = os.path.realpath(base)
    real = os.path.realpath(os.path.join(base, *asked['rest']))
    if not inside(base, outer) or not inside(real, base):
        return {'problem': 'link'}
    if os.path.isdir(real):
        entries = []
        for name in sorted(os.listdir(real))[:asked['entries']]:
            path = os.path.join(real, name)
            if os.path.exists(path):
                entries.append({'name': name, 'folder': os.path.isdir(path), **facts(path)})
        return {'entries': entries, 'modified': facts(real)['modified']}
    if not os.path.isfile(real):
        return None
    if not asked['content']:
        return facts(real)
    text, problem = read(real)
    return {'problem': problem} if problem else {'text': text, **facts(real)}

try:
    print(json.dumps(entry()))
except (OSError, ValueError):
    print('null')
`;

/** How long the kernel may take, in ms. */
const PATIENCE = 5000;

interface ISkillFolderFilesOptions {
  files: IFiles;
  /** Lists the skills that the person agreed to. */
  skills: Pick<IRunSkills, 'list'>;
  notebook: INotebook;
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
      name: fileName(path),
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
    const code = readSkillCode(notebook.path.split('/').slice(0, -1), own(), {
      skill,
      rest: parts.slice(skill.length),
      content
    });
    const printed = await quickInspection(notebook, signal, code, PATIENCE);
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
