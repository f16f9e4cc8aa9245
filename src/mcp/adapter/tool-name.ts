import { hashText } from '../../contract';

/**
 * Maximum length of a name that every model accepts, and of the server's part
 * in it.
 */
const MAX_COUNT = 64;
const MAX_SERVER = 24;
const SEPARATOR = '__';

/**
 * The server's part in its tools' names. It has no two consecutive underscores,
 * so that no two pairs of server and tool result in the same name.
 */
export function serverPart(server: string): string {
  const part = server.replace(/[^a-zA-Z0-9-]+/g, '_').replace(/^_|_$/g, '');
  return part === '' || part.length > MAX_SERVER
    ? `${part.slice(0, MAX_SERVER - 7) || 'server'}_${shortHash(server)}`
    : part;
}

/**
 * A tool's name for models. It depends only on the server and the tool, because
 * conversations and rules refer to it. A name that has to be changed to fit
 * carries a hash, so that it stays unique.
 */
export function toolName(server: string, tool: string): string {
  const room = MAX_COUNT - serverPart(server).length - SEPARATOR.length;
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
