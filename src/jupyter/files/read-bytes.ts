import { URLExt } from '@jupyterlab/coreutils';
import { type Contents, ServerConnection } from '@jupyterlab/services';

import type { IFiles, ITranslator } from '../../contract';
import { WorkspaceError } from '../../contract/ports/workspace-error';
import { isInBrowser } from '../shell/server-shell';
import { fileError } from './file-errors';

/** A file that can only be fetched whole, through the contents API. */
const MAX_WHOLE = 20_000_000;

interface IReading {
  contents: Contents.IManager;
  trans: ITranslator;
  files: IFiles;
}

/**
 * The first bytes of a file. A Jupyter server sends only these; from another
 * one they are taken off the stream, which is then ended.
 *
 * @param path in the server's own spelling.
 * @throws WorkspaceError
 */
export async function readBytes(
  path: string,
  length: number,
  reading: IReading
): Promise<Uint8Array> {
  // In JupyterLite a file has no address.
  if (!isInBrowser()) {
    const { serverSettings } = reading.contents;
    try {
      const response = await ServerConnection.makeRequest(
        URLExt.join(serverSettings.baseUrl, 'files', URLExt.encodeParts(path)),
        {
          headers: {
            ...(serverSettings.init.headers as Record<string, string>),
            Range: `bytes=0-${length - 1}`
          }
        },
        serverSettings
      );
      // A page to log in comes instead of the file where the session has ended.
      if (response.ok && !response.redirected) {
        return await firstBytes(response, length);
      }
      await response.body?.cancel();
    } catch (error) {
      throw fileError(error, path, 'read', reading.trans);
    }
  }
  return (await wholeFile(path, reading)).slice(0, length);
}

async function firstBytes(
  response: Response,
  length: number
): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let read = 0;
  const reader = response.body?.getReader();
  if (!reader) {
    return new Uint8Array(await response.arrayBuffer()).slice(0, length);
  }
  while (read < length) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    const part = value.subarray(0, length - read);
    bytes.set(part, read);
    read += part.length;
  }
  await reader.cancel();
  return bytes.slice(0, read);
}

async function wholeFile(
  path: string,
  { contents, files, trans }: IReading
): Promise<Uint8Array> {
  const { size } = await files.stat(path);
  if (size !== null && size > MAX_WHOLE) {
    throw new WorkspaceError(
      'too-large',
      trans.__(
        '“%1” has %2 bytes, and this server gives out files only whole. Read it with code in a cell instead.',
        path,
        size
      )
    );
  }
  return bytesOf(await wholeBase64(path, { contents, trans }));
}

/** A whole file in Base64. @throws WorkspaceError */
export async function wholeBase64(
  path: string,
  { contents, trans }: Pick<IReading, 'contents' | 'trans'>
): Promise<string> {
  try {
    const { content } = await contents.get(path, {
      content: true,
      type: 'file',
      format: 'base64'
    });
    return String(content);
  } catch (error) {
    throw fileError(error, path, 'read', trans);
  }
}

export function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), each => each.charCodeAt(0));
}
