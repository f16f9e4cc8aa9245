import { type IServerOwner, serverOwner } from './server-owner';

/**
 * Whose things the things of this page are. What reads the page's configuration
 * comes with the workspace: a file that is loaded with the panel cannot import it
 * without more bytes at JupyterLab's start.
 */
export async function pageOwner(
  services: Parameters<typeof serverOwner>[0]
): Promise<IServerOwner> {
  const { serverPage } = await import('../../jupyter');
  return serverOwner(services, serverPage());
}
