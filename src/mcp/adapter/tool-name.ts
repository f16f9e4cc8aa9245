import { hashText } from '../../contract';

/** Characters of a name that every model takes, and of a server's part in it. */
const MOST = 64;
const MOST_SERVER = 24;
const SEPARATOR = '__';

/**
 * What a server is called in the names of its tools. Without two underscores in
 * a row, so that no two servers and tools together make one name.
 */
export function serverPart(server: string): string {
  const part = server.replace(/[^a-zA-Z0-9-]+/g, '_').replace(/^_+|_+$/g, '');
  return part === '' || part.length > MOST_SERVER
    ? `${part.slice(0, MOST_SERVER - 7) || 'server'}_${shortHash(server)}`
    : part;
}

/**
 * A tool's name for models. The same for the same server and tool, whatever else
 * there is: a conversation and a rule name it so. One that has to be changed to
 * fit carries a hash, so that it stays one of a kind.
 */
export function toolName(server: string, tool: string): string {
  const room = MOST - serverPart(server).length - SEPARATOR.length;
  const part = tool.replace(/[^a-zA-Z0-9_-]/g, '_');
  return (
    serverPart(server) +
    SEPARATOR +
    (part === tool && part.length <= room && part !== ''
      ? part
      : `${part.slice(0, room - 7)}_${shortHash(tool)}`)
  );
}

function shortHash(text: string): string {
  return hashText(text).slice(-6);
}
