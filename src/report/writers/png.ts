import type { EvidenceContent, IReportPage } from '../../contract';
import { base64Bytes } from '../text/base64-bytes';

type Plot = Extract<EvidenceContent, { kind: 'plot' }>;

/** The longer side of the PNG that accompanies an SVG, in pixels. */
const MAX_SIDE = 2000;

/**
 * A PNG of a drawing, for programs that cannot show drawings; null if it cannot
 * be made.
 */
export async function pngOf(
  plot: Plot,
  { images }: IReportPage
): Promise<{ bytes: Uint8Array; width: number; height: number } | null> {
  if (plot.mimeType === 'image/png') {
    const bytes = base64Bytes(plot.data);
    return bytes && { bytes, width: plot.width, height: plot.height };
  }
  const image = await images.toImage(
    { mimeType: plot.mimeType, data: plot.data },
    MAX_SIDE
  );
  const bytes =
    image?.mimeType === 'image/png' ? base64Bytes(image.data) : null;
  return image && bytes && { bytes, width: image.width, height: image.height };
}
