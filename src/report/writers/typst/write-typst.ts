import type { ITypesetSource } from '../../../contract';
import { bodyOf } from '../../model/body';
import type { IReportDocument } from '../../model/report-document';
import { base64Bytes } from '../../text/base64-bytes';
import { isRightToLeftLanguage } from '../../text/is-right-to-left';
import { stopIfAborted } from '../../text/stop-if-aborted';
import { aboutReport } from '../about-report';
import { citedEvidence } from '../cited-evidence';
import { IMAGE_EXTENSIONS } from '../image-extensions';
import { headingRaise } from '../heading-raise';
import type { IWriteOptions } from '../write-options';
import { notesOf } from '../notes';
import { TypstBlocks } from './typst-blocks';
import { typstCall, typstJoined, typstText } from './typst-text';

/** The report as Typst source, from which a PDF is made. */
export function writeTypst(
  document: IReportDocument,
  { trans, signal }: IWriteOptions
): ITypesetSource {
  const { details, evidence, tree } = document;
  const files = new Map<string, Uint8Array>();
  const images = new Map<string, string>();
  for (const { id, content } of citedEvidence(document)) {
    stopIfAborted(signal);
    if (content.kind === 'plot') {
      const { data, mimeType } = content;
      const bytes =
        mimeType === 'image/svg+xml'
          ? new TextEncoder().encode(data)
          : base64Bytes(data);
      if (bytes) {
        const name = `${id}.${IMAGE_EXTENSIONS[mimeType]}`;
        files.set(name, bytes);
        images.set(id, name);
      }
    }
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
