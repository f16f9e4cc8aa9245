import type { RootContent } from 'mdast';

import type { IReportFile } from '../../../contract';
import { bodyOf, type IReportDocument } from '../../model/report-document';
import { citedEvidence } from '../notes';
import { rasters, type IWriteOptions } from '../rasters';
import { markdownText } from './markdown-text';
import { aboutNodes, plainTree, titleNode } from './plain-tree';

/** The report as Markdown, with its plots in a folder beside it. */
export async function writeMarkdown(
  document: IReportDocument,
  options: IWriteOptions
): Promise<IReportFile[]> {
  const folder = `${options.baseName}_files`;
  const images = new Map(
    [
      ...(await rasters(citedEvidence(document), options.page, options.signal))
    ].map(([id, { extension, mimeType, bytes }]): [string, IReportFile] => [
      id,
      { path: `${folder}/${id}.${extension}`, mimeType, data: bytes }
    ])
  );
  const tree = plainTree(
    document,
    id => images.get(id)?.path.replaceAll(' ', '%20') ?? null,
    options.trans
  );
  const isNote = ({ type }: RootContent): boolean =>
    type === 'footnoteDefinition';
  const body = bodyOf(tree);
  const children = [
    titleNode(document.details),
    ...body.filter(each => !isNote(each)),
    ...aboutNodes(document.details, options.trans),
    ...body.filter(isNote)
  ];
  return [
    {
      path: `${options.baseName}.md`,
      mimeType: 'text/markdown',
      data: markdownText({ type: 'root', children })
    },
    ...images.values()
  ];
}
