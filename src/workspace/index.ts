import type { IDisposable } from '@lumino/disposable';

import type { IWorkspace } from '../contract';
import { type IWorkspaceOptions, Workspace } from './workspace';

export type { IWorkspaceOptions } from './workspace';

/** The workspace of a running JupyterLab or Notebook 7. */
export function createWorkspace(
  options: IWorkspaceOptions
): IWorkspace & IDisposable {
  return new Workspace(options);
}
