import { isWorkspaceError, type IFiles, type INotebook } from '../../contract';
import {
  printedJson,
  quickInspection,
  speaksPython
} from '../context/quick-inspection';

import {
  MAX_SKILL_BYTES,
  MAX_LEVELS,
  MAX_SKILLS,
  SKILL_FILE,
  VISIBLE_FOLDER,
  findSkillsCode,
  skillFiles,
  type ISkillFile
} from './skill-folders';

/** What was found, nearest first. */
export interface IFoundSkillFiles {
  files: ISkillFile[];
  /** Whether a kernel looked into the folders that servers hide. */
  whole: boolean;
}

export interface ISkillPlace {
  notebook: INotebook;
  /** Reads the visible folders if no kernel can be asked. */
  files: IFiles;
  /** The person's own folder of skills; empty for none. */
  own: string;
}

/**
 * Looks for skills around a notebook: through its kernel if that is Python and
 * answers, else in the visible folders through the contents API. Never rejects
 * because one of them is missing.
 *
 * @param ms how long the kernel may take.
 */
export async function findSkillFiles(
  place: ISkillPlace,
  signal: AbortSignal,
  ms: number
): Promise<IFoundSkillFiles> {
  const { notebook, files, own } = place;
  const folder = notebook.path.split('/').slice(0, -1);
  const printed = speaksPython(notebook)
    ? skillFiles.safeParse(
        printedJson(
          await quickInspection(
            notebook,
            signal,
            findSkillsCode(folder, own),
            ms
          )
        )
      ).data
    : undefined;
  if (printed?.known) {
    return { files: printed.files, whole: true };
  }
  return {
    files: [...(await visible(files, folder)), ...(printed?.files ?? [])],
    whole: false
  };
}

/**
 * Lists folders before it reads, since each read of a missing file would be a
 * failed request.
 */
async function visible(files: IFiles, folder: string[]): Promise<ISkillFile[]> {
  const levels = [...folder.keys()].map(index => folder.slice(0, index + 1));
  const folders = await Promise.all(
    [[], ...levels]
      .slice(-MAX_LEVELS)
      .reverse()
      .map(parts => skillsIn(files, parts))
  );
  const found = await Promise.all(
    folders
      .flat()
      .slice(0, MAX_SKILLS)
      .map(path => readSkill(files, path))
  );
  return found.filter(file => file !== null);
}

async function skillsIn(files: IFiles, parts: string[]): Promise<string[]> {
  const beside = await foldersIn(files, parts.join('/'));
  const folder = [...parts, VISIBLE_FOLDER].join('/');
  return beside.includes(VISIBLE_FOLDER)
    ? (await foldersIn(files, folder)).map(name => `${folder}/${name}`)
    : [];
}

/** Names of the folders in a folder; none if it cannot be listed. */
async function foldersIn(files: IFiles, path: string): Promise<string[]> {
  try {
    return (await files.list(path))
      .filter(({ type }) => type === 'directory')
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (isWorkspaceError(error)) {
      return [];
    }
    throw error;
  }
}

async function readSkill(
  files: IFiles,
  folder: string
): Promise<ISkillFile | null> {
  const path = `${folder}/${SKILL_FILE}`;
  try {
    const text = await files.readText(path, MAX_SKILL_BYTES);
    return text === null ? { path, problem: 'encoding' } : { path, text };
  } catch (error) {
    if (!isWorkspaceError(error)) {
      throw error;
    }
    // A folder without a `SKILL.md` is not a skill.
    return error.code === 'too-large' ? { path, problem: 'large' } : null;
  }
}
