import type { ITypesetSource } from '../../../contract';
import { bodyOf, headingRaise } from '../../model/body';
import type { IReportDocument } from '../../model/report-document';
import { isRightToLeftLanguage } from '../../text/is-right-to-left';
import { aboutReport } from '../about-report';
import { citedEvidence } from '../cited-evidence';
import { rasters } from '../rasters';
import type { IWriteOptions } from '../write-options';
import { notesOf } from '../notes';
import { TypstBlocks } from './typst-blocks';
import { typstCall, typstJoined, typstText } from './typst-text';

/** The report as Typst source, from which a PDF is made. */
export async function writeTypst(
  document: IReportDocument,
  { page, trans, signal }: IWriteOptions
): Promise<ITypesetSource> {
  const { details, evidence, tree } = document;
  const files = new Map<string, Uint8Array>();
  const images = new Map<string, string>();
  const plots = await rasters(citedEvidence(document), page, signal);
  for (const [id, { extension, bytes }] of plots) {
    const name = `${id}.${extension}`;
    files.set(name, bytes);
    images.set(id, name);
  }
  const blocks = new TypstBlocks({
    evidence: new Map(evidence.map(each => [each.id, each])),
    images,
    notes: notesOf(document, trans),
    trans,
    raise: headingRaise(document)
  });
  const about = aboutReport(details, trans).flatMap(([name, value]) => [
    typstCall('strong', typstText(name)),
    typstText(value)
  ]);
  const title = typstText(details.title);
  const [language] = details.language.toLowerCase().split('-');
  const direction = isRightToLeftLanguage(details.language) ? 'rtl' : 'ltr';
  return {
    // The date is set, so that the same report always gives the same file.
    main: `#set document(title: ${title}, date: ${dateOf(details.time)})
#set page(paper: "a4", margin: 20mm, numbering: "1 / 1")
#set text(lang: ${typstText(/^[a-z]{2,3}$/.test(language) ? language : 'en')}, dir: ${direction}, size: 10.5pt)
#set table(inset: 4pt)
#set par(justify: false)
#show link: underline
#show raw: set text(size: 8.5pt)
#${typstCall('align', 'start', typstCall('text', 'size: 20pt', 'weight: "bold"', title))}
#${blocks.blocks(bodyOf(tree))}
#${typstJoined([
      typstCall(
        'heading',
        'level: 1',
        typstText(trans.__('About this report'))
      ),
      typstCall('grid', 'columns: (auto, 1fr)', 'gutter: 6pt', ...about)
    ])}
`,
    files
  };
}

/** When the report was made, which an archivable PDF has to state. */
function dateOf(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? 'none'
    : typstCall(
        'datetime',
        `year: ${date.getUTCFullYear()}`,
        `month: ${date.getUTCMonth() + 1}`,
        `day: ${date.getUTCDate()}`
      );
}
