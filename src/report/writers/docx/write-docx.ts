import {
  AlignmentType,
  Document,
  Footer,
  HeadingLevel,
  PageNumber,
  Paragraph,
  TableOfContents,
  TextRun,
  Packer,
  type FileChild
} from 'docx';

import type { IReportFile } from '../../../contract';
import {
  bodyOf,
  headingRaise,
  aboutReport,
  type IReportDocument
} from '../../model/report-document';
import { breather, stopIfAborted } from '../../text/breather';
import { isRightToLeft } from '../../text/is-right-to-left';
import { citedEvidence, notesOf } from '../notes';
import { estimatedPages } from '../page-count';
import { rasters, type IWriteOptions } from '../rasters';
import { DocxBlocks, textRuns } from './docx-blocks';
import { docxStyles } from './docx-styles';

export const DOCX_TYPE =
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** A table of contents helps from this many pages, and this many headings. */
const PAGES = 5;
const HEADINGS = 3;

/** The report as a Word document. */
export async function writeDocx(
  document: IReportDocument,
  { baseName, page, signal, trans }: IWriteOptions
): Promise<IReportFile> {
  const { details, evidence } = document;
  const about = aboutReport(details, trans);
  const body = bodyOf(document.tree);
  const blocks = new DocxBlocks({
    evidence,
    notes: notesOf(document, trans),
    plots: await rasters(citedEvidence(document), page, signal),
    trans,
    raise: headingRaise(document)
  });
  const breathe = breather();
  const written: FileChild[] = [];
  for (const node of body) {
    stopIfAborted(signal);
    written.push(...blocks.blocks([node]));
    await breathe();
  }
  const headings = body.filter(node => node.type === 'heading');
  const word = new Document({
    title: details.title,
    creator: 'Cellwright',
    subject: details.kind,
    description: about.map(([name, value]) => `${name}: ${value}`).join('\n'),
    features: { updateFields: false },
    styles: docxStyles(details.language),
    numbering: blocks.numbering,
    sections: [
      {
        footers: { default: pageFooter() },
        children: [
          new Paragraph({
            heading: HeadingLevel.TITLE,
            bidirectional: isRightToLeft(details.title),
            children: textRuns(details.title)
          }),
          ...(headings.length < HEADINGS || estimatedPages(document) < PAGES
            ? []
            : [
                new TableOfContents(trans.__('Contents'), {
                  hyperlink: true,
                  headingStyleRange: '1-3',
                  // Word need not ask whether to update the table, which is
                  // already filled in.
                  beginDirty: false
                })
              ]),
          ...written,
          // In small print, so that a report of one page fits on it.
          new Paragraph({
            spacing: { before: 240, after: 0 },
            children: [
              ...textRuns(`${trans.__('About this report')}. `, {
                size: 18,
                bold: true
              }),
              ...textRuns(
                about.map(([name, value]) => `${name}: ${value}`).join(' · '),
                { size: 18 }
              )
            ]
          })
        ]
      }
    ]
  });
  stopIfAborted(signal);
  return {
    path: `${baseName}.docx`,
    mimeType: DOCX_TYPE,
    data: await Packer.pack(word, 'uint8array')
  };
}

function pageFooter(): Footer {
  return new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        children: [
          new TextRun({
            children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES]
          })
        ]
      })
    ]
  });
}
