import type { IEvidence, IImages } from '../../../contract';

/** The longer side, in px. */
const SIZE = 240;
/** The most characters of a picture, since a card holds many. */
const MAX_SIZE = 60_000;

/**
 * Small pictures of plots by the id of their piece; existing ones are reused.
 */
export async function thumbnailsOf(
  evidence: readonly IEvidence[],
  known: Readonly<Record<string, string>>,
  images: IImages
): Promise<Record<string, string>> {
  const created: Record<string, string> = {};
  for (const { id, content } of evidence) {
    if (content.kind === 'plot' && !(id in known)) {
      const image = await images
        .toImage({ mimeType: content.mimeType, data: content.data }, SIZE)
        .catch((error: unknown) => {
          console.warn('Cellwright: a plot has no thumbnail', id, error);
          return null;
        });
      if (image && image.data.length <= MAX_SIZE) {
        created[id] = `data:${image.mimeType};base64,${image.data}`;
      }
    }
  }
  return created;
}
