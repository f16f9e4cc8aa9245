import type {
  EvidenceContent,
  IEvidence,
  IReportPage,
  ITranslator
} from '../../contract';
import { base64Bytes } from '../text/base64-bytes';
import { breather, stopIfAborted } from '../text/breather';

type Plot = Extract<EvidenceContent, { kind: 'plot' }>;

/** An image of pixels, and the size at which it is shown. */
export interface IRaster {
  extension: 'png' | 'jpg' | 'gif';
  mimeType: string;
  bytes: Uint8Array;
  width: number;
  height: number;
}

const EXTENSIONS: Readonly<Record<string, IRaster['extension']>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif'
};

/** The longer side of the PNG of a drawing, in pixels at most. */
const MAX_SIDE = 2000;

/** Pixels of that PNG for one on a screen, since paper shows more of them. */
const SHARPNESS = 3;

/**
 * The plots among pieces of evidence, by id: a drawing becomes a PNG. Those that
 * cannot be made are left out.
 *
 * @throws the signal's reason when it is aborted.
 */
export async function rasters(
  evidence: readonly IEvidence[],
  page: IReportPage,
  signal?: AbortSignal
): Promise<Map<string, IRaster>> {
  const found = new Map<string, IRaster>();
  const breathe = breather();
  for (const { id, content } of evidence) {
    stopIfAborted(signal);
    const raster = content.kind === 'plot' && (await rasterOf(content, page));
    if (raster) {
      found.set(id, raster);
    }
    await breathe();
  }
  return found;
}

async function rasterOf(
  plot: Plot,
  { images }: IReportPage
): Promise<IRaster | null> {
  const image =
    plot.mimeType === 'image/svg+xml'
      ? await images.toImage({ ...plot, data: enlarged(plot) }, MAX_SIDE)
      : plot;
  const bytes = image && base64Bytes(image.data);
  return (
    bytes && {
      extension: EXTENSIONS[image.mimeType],
      mimeType: image.mimeType,
      bytes,
      width: plot.width,
      height: plot.height
    }
  );
}

function enlarged({ data, width, height }: Plot): string {
  const { documentElement: root } = new DOMParser().parseFromString(
    data,
    'image/svg+xml'
  );
  root.setAttribute('width', String(width * SHARPNESS));
  root.setAttribute('height', String(height * SHARPNESS));
  return new XMLSerializer().serializeToString(root);
}

/** What every writer gets besides the document. */
export interface IWriteOptions {
  page: IReportPage;
  trans: ITranslator;
  /** A file's name without its extension, as `safeBaseName` gives it. */
  baseName: string;
  /** The record to check it with later, as `evidenceRecordText` gives it. */
  record?: string;
  signal?: AbortSignal;
}
