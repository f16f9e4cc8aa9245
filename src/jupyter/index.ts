import { PageConfig } from '@jupyterlab/coreutils';
import type { IDisposable } from '@lumino/disposable';

import type { IWorkspace } from '../contract';
import { serverRoot } from '../contract/policy/server-root';
import { type IWorkspaceOptions, Workspace } from './workspace';

/** The workspace of a running JupyterLab or Notebook 7. */
export function createWorkspace(
  options: IWorkspaceOptions
): IWorkspace & IDisposable {
  return new Workspace(options);
}

/**
 * What the server tells the page: its configuration, and its root folder.
 */
export function serverPage(): {
  option(name: string): string;
  root: string;
} {
  const option = (name: string): string => PageConfig.getOption(name);
  return { option, root: serverRoot(option) };
}
