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

/** The result for one file: its attachment, or what went wrong. */
interface IRead {
  attachment?: IAttachment;
  problem?: string;
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
    const { attachment, problem } = await readFile(file, {
      workspace,
      attached: [...attached, ...attachments],
      trans
    });
    attachments.push(...(attachment ? [attachment] : []));
    problems.push(...(problem ? [problem] : []));
  }
  return { attachments, problems };
}

async function readFile(file: File, at: ISurroundings): Promise<IRead> {
  const { attached, trans } = at;
  const isPicture = PICTURES.includes(file.type);
  const name =
    file.name || (isPicture ? trans.__('picture') : trans.__('text'));
  const kind = isPicture ? 'image' : 'document';
  const most = isPicture ? MOST_PICTURES : DOCUMENT_LIMITS.most;
  if (attached.filter(each => each.kind === kind).length >= most) {
    return {
      problem: isPicture
        ? trans.__(
            '%1 was not attached: a message can have up to %2 pictures.',
            visibleName(name),
            most
          )
        : trans.__(
            '%1 was not attached: a message can have up to %2 documents.',
            visibleName(name),
            most
          )
    };
  }
  try {
    return isPicture
      ? await readPicture(file, name, at)
      : await readDocument(file, name, at);
  } catch (error) {
    if (isWorkspaceError(error)) {
      return {
        problem: trans.__(
          '%1 was not attached. %2',
          visibleName(name),
          error.message
        )
      };
    }
    // For example a folder that was dropped, or a file that has been moved
    // since.
    console.warn('Cellwright could not read an attachment.', error);
    return {
      problem: trans.__(
        '%1 was not attached, because it could not be read. Try again.',
        visibleName(name)
      )
    };
  }
}

async function readPicture(
  file: File,
  name: string,
  { workspace, trans }: ISurroundings
): Promise<IRead> {
  if (file.size > MAX_FILE) {
    return {
      problem: trans.__('%1 is too large to attach.', visibleName(name))
    };
  }
  const image = await workspace.images.toImage(
    { mimeType: file.type, data: await base64(file) },
    MAX_SIDE
  );
  return !image
    ? {
        problem: trans.__(
          '%1 could not be read as a picture.',
          visibleName(name)
        )
      }
    : image.data.length > MAX_SENT
      ? { problem: trans.__('%1 is too large to attach.', visibleName(name)) }
      : { attachment: { kind: 'image', name, ...image } };
}

async function readDocument(
  file: File,
  name: string,
  { workspace, trans }: ISurroundings
): Promise<IRead> {
  const start = await file.slice(0, PDF_WITHIN).arrayBuffer();
  const isPdf = new TextDecoder('latin1').decode(start).includes(PDF);
  const most = isPdf ? DOCUMENT_LIMITS.pdf : DOCUMENT_LIMITS.text;
  if (file.size > most) {
    return {
      problem: trans.__(
        '%1 is too large to attach: a PDF can have up to %2 MB, a text up to %3 MB. Put it beside the notebook, then attach it with @.',
        visibleName(name),
        DOCUMENT_LIMITS.pdf / 1e6,
        DOCUMENT_LIMITS.text / 1e6
      )
    };
  }
  if (isPdf) {
    const pdf = await base64(file);
    const read = await workspace.documents.text(pdf);
    return attached(name, 'application/pdf', { ...read, pdf }, trans);
  }
  const read = decodeText(new Uint8Array(await file.arrayBuffer()), false);
  return read === null
    ? {
        problem: trans.__(
          '%1 cannot be attached: it is not a picture (PNG, JPEG, GIF or WebP), a PDF or a text. Put it beside the notebook, then attach it with @.',
          visibleName(name)
        )
      }
    : attached(
        name,
        'text/plain',
        splitDocument(textOf(name, read.text)),
        trans
      );
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

function attached(
  name: string,
  mimeType: string,
  content: NonNullable<Extract<IAttachment, { kind: 'document' }>['content']>,
  trans: ITranslator
): IRead {
  const pages = content.pages.length;
  return {
    attachment: { kind: 'document', name, mimeType, pages, content },
    ...(content.cut && {
      problem: trans.__(
        'Only the beginning of %1 is attached: at most %2 pages and %3 characters.',
        visibleName(name),
        DOCUMENT_LIMITS.pages,
        DOCUMENT_LIMITS.characters.toLocaleString()
      )
    })
  };
}

async function base64(file: Blob): Promise<string> {
  return toBase64(new Uint8Array(await file.arrayBuffer()));
}
