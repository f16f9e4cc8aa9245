import type { Root } from 'mdast';

import type { IEvidence, IReportFile } from '../../../contract';
import { bodyOf } from '../../model/body';
import type { IReportDocument } from '../../model/report-document';
import { base64Bytes } from '../../text/base64-bytes';
import { citedEvidence } from '../cited-evidence';
import { IMAGE_EXTENSIONS } from '../image-extensions';
import { pngOf } from '../png';
import type { IWriteOptions } from '../write-options';
import { aboutNodes } from './about-nodes';
import { markdownText } from './markdown-text';
import { plainTree } from './plain-tree';
import { stopIfAborted } from '../../text/stop-if-aborted';

/** The report as Markdown, with its plots in a folder beside it. */
export async function writeMarkdown(
  document: IReportDocument,
  options: IWriteOptions
): Promise<IReportFile[]> {
  const folder = `${options.baseName}_files`;
  const images = new Map<string, IReportFile[]>();
  for (const evidence of citedEvidence(document)) {
    stopIfAborted(options.signal);
    images.set(evidence.id, await imageFiles(evidence, folder, options));
  }
  const tree = plainTree(
    document,
    id => images.get(id)?.[0]?.path.replaceAll(' ', '%20') ?? null,
    options.trans
  );
  return [
    {
      path: `${options.baseName}.md`,
      mimeType: 'text/markdown',
      data: markdownText(withAbout(tree, document, options))
    },
    ...[...images.values()].flat()
  ];
}

/** A drawing gets a PNG beside it, for programs that cannot show drawings. */
async function imageFiles(
  { id, content }: IEvidence,
  folder: string,
  { page }: IWriteOptions
): Promise<IReportFile[]> {
  if (content.kind !== 'plot') {
    return [];
  }
  const { mimeType, data } = content;
  const isDrawing = mimeType === 'image/svg+xml';
  const bytes = isDrawing ? data : base64Bytes(data);
  if (bytes === null) {
    return [];
  }
  const file: IReportFile = {
    path: `${folder}/${id}.${IMAGE_EXTENSIONS[mimeType]}`,
    mimeType,
    data: bytes
  };
  const png = isDrawing ? await pngOf(content, page) : null;
  return png === null
    ? [file]
    : [
        file,
        { path: `${folder}/${id}.png`, mimeType: 'image/png', data: png.bytes }
      ];
}

function withAbout(
  tree: Root,
  { details }: IReportDocument,
  { trans }: IWriteOptions
): Root {
  const body = bodyOf(tree);
  const notes = body.filter(child => child.type === 'footnoteDefinition');
  const others = body.filter(child => child.type !== 'footnoteDefinition');
  return {
    type: 'root',
    children: [
      {
        type: 'heading',
        depth: 1,
        children: [{ type: 'text', value: details.title }]
      },
      ...others,
      ...aboutNodes(details, trans),
      ...notes
    ]
  };
}
