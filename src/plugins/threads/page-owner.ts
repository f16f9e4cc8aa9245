import { type IServerOwner, serverOwner } from './server-owner';

/**
 * The owner of what this page stores. The code that reads the page's
 * configuration is loaded with the workspace: importing it statically would add
 * to what JupyterLab loads first.
 */
export async function pageOwner(
  services: Parameters<typeof serverOwner>[0]
): Promise<IServerOwner> {
  const { serverPage } = await import('../../jupyter');
  return serverOwner(services, serverPage());
}
