import type { IMcpServers } from '../../contract';

/** What servers have to read, and what they say of the use of their tools. */
export interface IServerTexts extends Pick<IMcpServers, 'readResource'> {
  /** By the server's name; undefined where it says nothing, or nobody wants it told. */
  instructions?(server: string): string | undefined;
}
