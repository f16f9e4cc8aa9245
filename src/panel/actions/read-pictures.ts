import type { IAttachment, IImages, ITranslator } from '../../contract';

/** Longest side of a picture that is sent, in px. */
export const MAX_SIDE = 1568;

/** Pictures of a message. */
const MOST = 5;

/** Bytes of a file that is read at all, and characters of base64 that are sent. */
const MAX_FILE = 30_000_000;
const MAX_SENT = 5_000_000;

/** What browsers decode and models know. An SVG is a program's text, and goes as a file. */
const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Pictures as they go along with a message, and what to say of the others. */
export interface IReadPictures {
  attachments: IAttachment[];
  problems: string[];
}

/**
 * Reads files that a person pasted, dropped or chose, as pictures that a model
 * takes: at most 1,568 px on the longer side.
 *
 * @param options `attached`: how many the message has.
 */
export async function readPictures(
  files: readonly File[],
  images: IImages,
  { attached, trans }: { attached: number; trans: ITranslator }
): Promise<IReadPictures> {
  const attachments: IAttachment[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const name = file.name || trans.__('picture');
    if (!TYPES.includes(file.type)) {
      problems.push(
        trans.__(
          '%1 is not a picture that can be attached (PNG, JPEG, GIF or WebP). Put it beside the notebook, then attach it with @.',
          name
        )
      );
    } else if (attached + attachments.length >= MOST) {
      problems.push(
        trans.__(
          '%1 was not attached: a message takes %2 pictures.',
          name,
          MOST
        )
      );
    } else if (file.size > MAX_FILE) {
      problems.push(trans.__('%1 is too large to attach.', name));
    } else {
      const image = await images.toImage(
        { mimeType: file.type, data: await base64(file) },
        MAX_SIDE
      );
      if (!image) {
        problems.push(trans.__('%1 could not be read as a picture.', name));
      } else if (image.data.length > MAX_SENT) {
        problems.push(trans.__('%1 is too large to attach.', name));
      } else {
        attachments.push({ kind: 'image', name, ...image });
      }
    }
  }
  return { attachments, problems };
}

/** In parts: a call takes only so many arguments. */
async function base64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += PART) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + PART)));
  }
  return btoa(parts.join(''));
}

const PART = 8192;
