import { PageConfig } from '@jupyterlab/coreutils';

import { serverRoot } from '../contract/policy/server-root';

export { Workspace } from './workspace';

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
