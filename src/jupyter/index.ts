import { PageConfig } from '@jupyterlab/coreutils';
import type { IDisposable } from '@lumino/disposable';

import type { IWorkspace } from '../contract';
import { serverRoots } from '../contract/policy/server-root';
import { type IWorkspaceOptions, Workspace } from './workspace';

/** The workspace of a running JupyterLab or Notebook 7. */
export function createWorkspace(
  options: IWorkspaceOptions
): IWorkspace & IDisposable {
  return new Workspace(options);
}

/**
 * What the server tells the page: its configuration, and the names of its root
 * folder.
 */
export function serverPage(): {
  option(name: string): string;
  roots: string[];
} {
  const option = (name: string): string => PageConfig.getOption(name);
  return { option, roots: serverRoots(option) };
}
