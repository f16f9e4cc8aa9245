import type { IMcpServers } from '../../contract';

/**
 * The resources of servers, and their instructions on how to use their tools.
 */
export interface IServerTexts extends Pick<IMcpServers, 'readResource'> {
  /**
   * By the server's name; undefined if it has none, or the person does not want
   * them sent.
   */
  instructions?(server: string): string | undefined;
}
