import type { Root } from 'mdast';

import type { IReportFile } from '../../../contract';
import { bodyOf, type IReportDocument } from '../../model/report-document';
import { citedEvidence } from '../notes';
import { rasters, type IWriteOptions } from '../rasters';
import { markdownText } from './markdown-text';
import { aboutNodes, plainTree } from './plain-tree';

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
  return [
    {
      path: `${options.baseName}.md`,
      mimeType: 'text/markdown',
      data: markdownText(withAbout(tree, document, options))
    },
    ...images.values()
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
