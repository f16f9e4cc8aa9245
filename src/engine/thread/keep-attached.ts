import {
  isWorkspaceError,
  type IAttachment,
  type IToolImage,
  splitDocument,
  DOCUMENT_LIMITS,
  WorkspaceError,
  type IMcpResourcePart
} from '../../contract';
import { storedDocument } from '../run/document-shelf';
import { denyList, hasShortName, holdsSecret } from '../privacy/deny-list';
import type { IRunDependencies } from '../run/run-dependencies';
import { withoutHidden } from '../../contract/text/without-hidden';
import { spoken } from '../../contract/text/spoken';

type Parts = Pick<
  IRunDependencies,
  'id' | 'imageStore' | 'mcp' | 'settings' | 'trans' | 'tell' | 'workspace'
>;

/**
 * Stores attached pictures and documents with the thread's images, so that the
 * stored message holds only their ids. Resources of an MCP server are read
 * first. Whatever cannot be stored or read, or is on the list of files that are
 * never read, is left out, and the person is told.
 */
export async function keepAttached(
  parts: Parts,
  attachments: readonly IAttachment[]
): Promise<IAttachment[]> {
  const stored = await Promise.all(attachments.map(each => keep(parts, each)));
  return stored.flat();
}

async function keep(
  parts: Parts,
  attachment: IAttachment
): Promise<IAttachment[]> {
  const { settings, trans } = parts;
  if (
    attachment.kind === 'cell' ||
    attachment.kind === 'variable' ||
    // The tool that reads files checks it against the same list.
    attachment.kind === 'file'
  ) {
    return [attachment];
  }
  const { name } = attachment;
  const isDenied = denyList(settings().privacy.deny);
  if (
    isDenied(name) ||
    (attachment.kind === 'resource' && isDenied(pathOf(attachment.uri)))
  ) {
    say(
      parts,
      hasShortName(name)
        ? trans.__(
            '%1 was not sent: it looks like a short name of Windows, which may stand for a file that Cellwright never opens (Settings, “Privacy”). Attach it under its whole name.',
            spoken(name)
          )
        : trans.__(
            '%1 was not sent: it is on the list of files that Cellwright never opens (Settings, “Privacy”).',
            spoken(name)
          )
    );
    return [];
  }
  if (attachment.kind === 'resource') {
    try {
      const read = await readResource(parts, attachment);
      return await keepAttached(parts, read);
    } catch (error) {
      if (!isWorkspaceError(error)) {
        throw error;
      }
      say(parts, trans.__('%1 was not sent. %2', spoken(name), error.message));
      return [];
    }
  }
  return attachment.kind === 'image'
    ? keepPicture(parts, attachment)
    : keepDocument(parts, attachment);
}

async function keepPicture(
  parts: Parts,
  { data, ...picture }: Extract<IAttachment, { kind: 'image' }>
): Promise<IAttachment[]> {
  if (data === undefined) {
    return [picture];
  }
  const { mimeType, width, height } = picture;
  const imageId = await put(parts, picture.name, {
    mimeType,
    data,
    width,
    height
  });
  return imageId === null ? [] : [{ ...picture, imageId }];
}

async function keepDocument(
  parts: Parts,
  { content, ...document }: Extract<IAttachment, { kind: 'document' }>
): Promise<IAttachment[]> {
  if (content === undefined) {
    return [document];
  }
  // A model is told only the characters that a person can see.
  const name = withoutHidden(document.name).slice(0, MAX_NAME);
  const pages = content.pages.map(withoutHidden);
  if (
    parts.settings().privacy.deny.length > 0 &&
    holdsSecret(content.pages.join('\n'))
  ) {
    say(
      parts,
      parts.trans.__(
        '%1 was not sent: it holds what looks like a private key or an access token.',
        spoken(name)
      )
    );
    return [];
  }
  const documentId = await put(
    parts,
    name,
    storedDocument({ ...content, pages })
  );
  return documentId === null ? [] : [{ ...document, name, documentId }];
}

/** The longest name of a document, in characters. */
const MAX_NAME = 200;

/** @returns null if it could not be stored; the person was told. */
async function put(
  { id, imageStore, trans, tell }: Parts,
  name: string,
  image: IToolImage
): Promise<string | null> {
  try {
    return await imageStore.put(id, image);
  } catch (error) {
    console.error('Cellwright: an attachment could not be stored', error);
    tell({
      type: 'notice',
      code: 'storage',
      text: trans.__(
        '%1 was not sent, because this browser could not store it. Free some space, then attach it again.',
        spoken(name)
      )
    });
    return null;
  }
}

function say({ tell }: Parts, text: string): void {
  tell({ type: 'notice', code: 'other', text });
}

/** The path of an address; the address itself if it has none. */
function pathOf(uri: string): string {
  try {
    return decodeURIComponent(new URL(uri).pathname);
  } catch {
    // Not a valid address: it is checked as it is.
    return uri;
  }
}

/** The longest side of a picture that is sent, in px. */
const MAX_SIDE = 1568;

/** The most parts of a resource that are attached. */
const MAX_PARTS = 5;

type Resource = Extract<IAttachment, { kind: 'resource' }>;

/**
 * Reads a resource of an MCP server as pictures and documents that name the
 * server. The limits for files apply.
 *
 * @throws WorkspaceError with a message for the person.
 */
async function readResource(
  { mcp, trans, workspace }: Pick<Parts, 'mcp' | 'trans' | 'workspace'>,
  { server, uri, name }: Resource
): Promise<IAttachment[]> {
  if (!mcp) {
    throw new WorkspaceError(
      'failed',
      trans.__('MCP servers can’t be used in this page.')
    );
  }
  const read = await mcp.readResource(server, uri);
  const found = await Promise.all(
    read.slice(0, MAX_PARTS).map((part, index) =>
      attachmentOf(part, {
        workspace,
        server,
        name: index === 0 ? name : `${name} (${index + 1})`
      })
    )
  );
  const attachments = found.filter(each => each !== null);
  if (attachments.length === 0) {
    throw new WorkspaceError(
      'failed',
      trans.__(
        '“%1” returned nothing that can be attached: no text, no PDF and no picture.',
        server
      )
    );
  }
  return attachments;
}

async function attachmentOf(
  { mimeType = '', text, blob }: IMcpResourcePart,
  {
    workspace,
    server,
    name
  }: Pick<Parts, 'workspace'> & {
    server: string;
    name: string;
  }
): Promise<IAttachment | null> {
  if (text !== undefined) {
    const content = splitDocument(text);
    const pages = content.pages.length;
    return {
      kind: 'document',
      name,
      mimeType: 'text/plain',
      pages,
      content,
      server
    };
  }
  // Four characters of base64 are three bytes.
  if (blob === undefined || blob.length > (DOCUMENT_LIMITS.pdf / 3) * 4) {
    return null;
  }
  if (mimeType === 'application/pdf') {
    const content = { ...(await workspace.documents.text(blob)), pdf: blob };
    return {
      kind: 'document',
      name,
      mimeType,
      pages: content.pages.length,
      content,
      server
    };
  }
  const image =
    mimeType.startsWith('image/') && mimeType !== 'image/svg+xml'
      ? await workspace.images.toImage({ mimeType, data: blob }, MAX_SIDE)
      : null;
  return image && { kind: 'image', name, server, ...image };
}
