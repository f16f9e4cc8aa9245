import {
  splitDocument,
  DOCUMENT_LIMITS,
  WorkspaceError,
  type IAttachment,
  type IMcpResourcePart
} from '../../contract';
import type { IRunDependencies } from '../run-context/run-dependencies';

/** The longest side of a picture that is sent, in px. */
const MAX_SIDE = 1568;

/** The most parts of a resource that are attached. */
const MAX_PARTS = 5;

type Parts = Pick<IRunDependencies, 'mcp' | 'trans' | 'workspace'>;

type Resource = Extract<IAttachment, { kind: 'resource' }>;

/**
 * Reads a resource of an MCP server as pictures and documents that name the
 * server. The limits for files apply.
 *
 * @throws WorkspaceError with a message for the person.
 */
export async function readResource(
  { mcp, trans, workspace }: Parts,
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
