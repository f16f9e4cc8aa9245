import { PageConfig } from '@jupyterlab/coreutils';
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

/** What the page's configuration says; empty for what is not there. */
export function pageOption(name: string): string {
  return PageConfig.getOption(name);
}
