import {
  type IToolContext,
  WorkspaceError,
  isWithin,
  ifRefused,
  isWorkspaceError,
  pathFromRoot
} from '../../../contract';
import { folderOf } from '../../../contract/text/path-from-root';

/**
 * The one rule for paths in calls: they start in the notebook's folder, as in
 * code; a leading "/" is the server's root; ".." stays below the root.
 */
type IPlace = Pick<IToolContext, 'notebook'>;

/**
 * The path from the server's root that a path in a call stands for; null if it
 * is, or could be read as, a place outside the root.
 */
export function fromCall(path: string, { notebook }: IPlace): string | null {
  const wanted = path.trim();
  if (wanted.startsWith(OWN_SKILLS)) {
    return wanted;
  }
  const parts: string[] = [];
  const named: string[] = [];
  const start = wanted.startsWith('/') ? '' : folderOf(notebook.path);
  for (const part of start.split('/').filter(Boolean)) {
    parts.push(part);
  }
  for (const part of wanted.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) {
        return null;
      }
    } else if (part !== '' && part !== '.') {
      parts.push(part);
      named.push(part);
    }
  }
  // What was written is checked by itself too: "~" or "C:" in front of it means
  // another place, also below a folder.
  return pathFromRoot(named.join('/')) === null
    ? null
    : pathFromRoot(parts.join('/'));
}

/** Skills of the person that no server shows, under a name of ours. */
const OWN_SKILLS = '~skills/';

/** How a model, and the notebook's code, can write a path from the root. */
export function forCall(path: string, { notebook }: IPlace): string {
  if (path.startsWith(OWN_SKILLS)) {
    return path;
  }
  const from = folderOf(notebook.path).split('/').filter(Boolean);
  const to = path.split('/').filter(Boolean);
  let shared = 0;
  // A folder above is named too: "../work" says more than ".".
  while (shared < to.length - 1 && from[shared] === to[shared]) {
    shared++;
  }
  const up = from.slice(shared).map(() => '..');
  return [...up, ...to.slice(shared)].join('/') || '.';
}

/** @throws WorkspaceError `outside` */
export function placeOf(path: string, context: IToolContext): string {
  const place = fromCall(path, context);
  if (place === null) {
    throw new WorkspaceError(
      'outside',
      context.trans.__(
        '“%1” is outside the folder that JupyterLab was started in.',
        path
      )
    );
  }
  return place;
}

/** What was read, from where, and a sentence if that is another place. */
export interface IRead<T> {
  path: string;
  value: T;
  note: string;
}

/**
 * Reads what a path stands for. If nothing is there, but under the same path
 * from the root (or with a leading "/" from the notebook's folder), that is
 * read, and `note` says so.
 *
 * @throws WorkspaceError `outside`, or whatever `read` throws for the path.
 */
export async function readPlace<T>(
  path: string,
  context: IToolContext,
  read: (path: string) => Promise<T>
): Promise<IRead<T>> {
  const place = placeOf(path, context);
  try {
    return { path: place, value: await read(place), note: '' };
  } catch (error) {
    const other = otherPlace(path, context);
    if (
      other === null ||
      other === place ||
      !isWorkspaceError(error) ||
      error.code !== 'not-found'
    ) {
      throw error;
    }
    try {
      const value = await read(other);
      return {
        path: other,
        value,
        note: `There is no /${place}; this is ${forCall(other, context)}.`
      };
    } catch {
      throw error;
    }
  }
}

function otherPlace(path: string, context: IPlace): string | null {
  const wanted = path.trim();
  const bare = wanted.replace(/^\/+/, '');
  return fromCall(bare === wanted ? `/${bare}` : bare, context);
}

/**
 * What to write instead of a path that leads nowhere, in words for the model;
 * null if it is as good as another.
 *
 * @param part what is looked for: the file itself, or the folder it goes to.
 */
export async function misplaced(
  path: string,
  context: IToolContext,
  part: 'file' | 'folder'
): Promise<string | null> {
  const place = placeOf(path, context);
  const other = otherPlace(path, context);
  if (other === null || other === place || /^\s*\.\//.test(path)) {
    return null;
  }
  const [wanted, found] = [place, other].map(each =>
    part === 'file' ? each : folderOf(each)
  );
  return found !== '' &&
    !(await isThere(wanted, context)) &&
    (await isThere(found, context))
    ? `There is no /${wanted}, but there is ${forCall(found, context)}: did you mean ${forCall(other, context)}?`
    : null;
}

async function isThere(
  path: string,
  { files }: IToolContext
): Promise<boolean> {
  return (await files.stat(path).catch(ifRefused(null))) !== null;
}

/** Whether a place is in the notebook's folder or below it. */
export function isBeside(path: string, { notebook }: IPlace): boolean {
  return isWithin(path, folderOf(notebook.path));
}
