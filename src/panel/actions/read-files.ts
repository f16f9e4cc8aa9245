import {
  splitDocument,
  DOCUMENT_LIMITS,
  isWorkspaceError,
  type IAttachment,
  type ITranslator,
  type IWorkspace
} from '../../contract';
import { decodeText } from '../../contract/text/decode-text';
import { toBase64 } from '../../contract/text/to-base64';
import { visibleName } from '../render/visible-text';

/** Longest side of a picture that is sent, in px. */
export const MAX_SIDE = 1568;

/** Most pictures in a message. */
const MOST_PICTURES = 5;

/**
 * Most bytes of a picture that is read, and most base64 characters that are
 * sent.
 */
const MAX_FILE = 30_000_000;
const MAX_SENT = 5_000_000;

/**
 * Formats that browsers decode and models accept. An SVG is source text, and is
 * sent as a document.
 */
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** How a PDF begins; some programs write something before it. */
const PDF = '%PDF-';
const PDF_WITHIN = 1024;

interface ISurroundings {
  workspace: Pick<IWorkspace, 'images' | 'documents'>;
  /** What the message has attached already. */
  attached: readonly IAttachment[];
  trans: ITranslator;
}

/**
 * Reads files that a person pasted, dropped or chose: pictures, reduced to at
 * most 1,568 px on the longer side, PDFs as their text, and any other text
 * file. PDFs and texts are recognised by their bytes, not by their name.
 */
export async function readFiles(
  files: readonly File[],
  { workspace, attached, trans }: ISurroundings
) {
  const attachments: IAttachment[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const name =
      file.name || (isPicture(file) ? trans.__('picture') : trans.__('text'));
    const shown = visibleName(name);
    try {
      const attachment = await readFile(file, name, {
        workspace,
        attached: [...attached, ...attachments],
        trans
      });
      if (typeof attachment === 'string') {
        problems.push(attachment);
        continue;
      }
      attachments.push(attachment);
      if (attachment.kind === 'document' && attachment.content?.cut) {
        problems.push(
          trans.__(
            'Only the beginning of %1 is attached: at most %2 pages and %3 characters.',
            shown,
            DOCUMENT_LIMITS.pages,
            DOCUMENT_LIMITS.characters.toLocaleString()
          )
        );
      }
    } catch (error) {
      if (isWorkspaceError(error)) {
        problems.push(
          trans.__('%1 was not attached. %2', shown, error.message)
        );
      } else {
        // For example a folder that was dropped, or a file that has been moved
        // since.
        console.warn('Cellwright could not read an attachment.', error);
        problems.push(
          trans.__(
            '%1 was not attached, because it could not be read. If it is a folder, attach the files in it.',
            shown
          )
        );
      }
    }
  }
  return { attachments, problems };
}

function isPicture({ type }: File): boolean {
  return PICTURES.includes(type);
}

/** @returns a sentence that says why it is not attached, if it is not. */
async function readFile(
  file: File,
  name: string,
  at: ISurroundings
): Promise<IAttachment | string> {
  const { attached, trans } = at;
  const shown = visibleName(name);
  const count = (kind: IAttachment['kind']) =>
    attached.filter(each => each.kind === kind).length;
  if (!isPicture(file)) {
    if (count('document') >= DOCUMENT_LIMITS.most) {
      return trans.__(
        '%1 was not attached: a message can have up to %2 documents.',
        shown,
        DOCUMENT_LIMITS.most
      );
    }
    return readDocument(file, name, at);
  }
  if (count('image') >= MOST_PICTURES) {
    return trans.__(
      '%1 was not attached: a message can have up to %2 pictures.',
      shown,
      MOST_PICTURES
    );
  }
  const tooLarge = trans.__('%1 is too large to attach.', shown);
  if (file.size > MAX_FILE) {
    return tooLarge;
  }
  const image = await at.workspace.images.toImage(
    { mimeType: file.type, data: await base64(file) },
    MAX_SIDE
  );
  if (!image) {
    return trans.__('%1 could not be read as a picture.', shown);
  }
  if (image.data.length > MAX_SENT) {
    return tooLarge;
  }
  return { kind: 'image', name, ...image };
}

async function readDocument(
  file: File,
  name: string,
  { workspace, trans }: ISurroundings
): Promise<IAttachment | string> {
  const start = await file.slice(0, PDF_WITHIN).arrayBuffer();
  const isPdf = new TextDecoder('latin1').decode(start).includes(PDF);
  if (file.size > (isPdf ? DOCUMENT_LIMITS.pdf : DOCUMENT_LIMITS.text)) {
    return trans.__(
      '%1 is too large to attach: a PDF can have up to %2 MB, a text up to %3 MB. Put it beside the notebook, then attach it with @.',
      visibleName(name),
      DOCUMENT_LIMITS.pdf / 1e6,
      DOCUMENT_LIMITS.text / 1e6
    );
  }
  const pdf = isPdf ? await base64(file) : undefined;
  const read = isPdf
    ? null
    : decodeText(new Uint8Array(await file.arrayBuffer()), false);
  const content = pdf
    ? { ...(await workspace.documents.text(pdf)), pdf }
    : read && splitDocument(textOf(name, read.text));
  if (!content) {
    return trans.__(
      '%1 cannot be attached: it is not a picture (PNG, JPEG, GIF or WebP), a PDF or a text. Put it beside the notebook, then attach it with @.',
      visibleName(name)
    );
  }
  return {
    kind: 'document',
    name,
    mimeType: isPdf ? 'application/pdf' : 'text/plain',
    pages: content.pages.length,
    content
  };
}

/**
 * The cells of a notebook, without their outputs. Anything else, a damaged
 * notebook too, as it is.
 */
function textOf(name: string, text: string): string {
  if (!/\.ipynb$/i.test(name)) {
    return text;
  }
  try {
    const { cells } = JSON.parse(text) as {
      cells: { cell_type: string; source: string | string[] }[];
    };
    return cells
      .map(
        ({ cell_type: type, source }, index) =>
          `--- cell ${index + 1} (${type})\n${[source].flat().join('')}`
      )
      .join('\n');
  } catch {
    return text;
  }
}

async function base64(file: Blob): Promise<string> {
  return toBase64(new Uint8Array(await file.arrayBuffer()));
}
