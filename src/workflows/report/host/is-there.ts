import { isWorkspaceError, type IFiles } from '../../../contract';

/** Whether something exists at a path; true also if that cannot be checked. */
export async function isThere(
  files: Pick<IFiles, 'stat'>,
  path: string
): Promise<boolean> {
  try {
    await files.stat(path);
    return true;
  } catch (error) {
    if (isWorkspaceError(error)) {
      return error.code !== 'not-found';
    }
    throw error;
  }
}
