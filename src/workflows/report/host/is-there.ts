import { isWorkspaceError, type IFiles } from '../../../contract';

/** Whether there is something at a path; what cannot be looked at may be there. */
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
