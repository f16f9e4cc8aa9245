import type { IStylesOptions } from 'docx';

import { isRightToLeftLanguage } from '../../text/is-right-to-left';

/** Names of styles that our paragraphs refer to. */
export const CODE = 'CellwrightCode';
export const QUOTE = 'CellwrightQuote';
export const CAPTION = 'Caption';

/**
 * Styles that somebody else's document may lack, as they are written in its
 * file.
 */
const OWN_STYLES: Record<string, string> = {
  [CODE]:
    '<w:name w:val="Cellwright Code"/><w:rPr><w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/><w:sz w:val="18"/></w:rPr>',
  [QUOTE]:
    '<w:name w:val="Cellwright Block Quote"/><w:pPr><w:ind w:left="720"/></w:pPr><w:rPr><w:i/></w:rPr>'
};

/**
 * The styles of a template, plus those of ours that it lacks.
 *
 * @param styles content of `word/styles.xml`.
 * @param used text that refers to styles.
 */
export function withOwnStyles(styles: string, used: string): string {
  const missing = Object.entries(OWN_STYLES)
    .filter(([id]) => used.includes(`"${id}"`) && !styles.includes(`"${id}"`))
    .map(
      ([id, inner]) =>
        `<w:style w:type="paragraph" w:customStyle="1" w:styleId="${id}">${inner}</w:style>`
    )
    .join('');
  return styles.replace(/(?=<\/w:styles>\s*$)/, () => missing);
}

const heading = (
  size: number,
  before: number
): { run: object; paragraph: object } => ({
  run: { size, bold: true, color: '1F1F1F' },
  paragraph: { spacing: { before, after: 120 }, keepNext: true }
});

/** @param language of the document, BCP 47, for spelling and reading aloud. */
export const docxStyles = (language: string): IStylesOptions => ({
  default: {
    document: {
      run: {
        size: 22,
        language: {
          value: language,
          ...(/^(ja|ko|zh)/i.test(language) && { eastAsia: language }),
          ...(isRightToLeftLanguage(language) && { bidirectional: language })
        }
      },
      paragraph: { spacing: { after: 160 } }
    },
    title: {
      run: { size: 36, bold: true },
      paragraph: { spacing: { after: 160 } }
    },
    // The items of a list stand as close as its lines.
    listParagraph: { paragraph: { contextualSpacing: true } },
    footnoteText: {
      run: { size: 18 },
      paragraph: { spacing: { after: 0 } }
    },
    heading1: heading(28, 280),
    heading2: heading(26, 260),
    heading3: heading(24, 240),
    heading4: heading(22, 200)
  },
  paragraphStyles: [
    {
      id: CODE,
      name: 'Code',
      basedOn: 'Normal',
      run: { font: 'Courier New', size: 18 },
      paragraph: { spacing: { after: 0 } }
    },
    {
      id: QUOTE,
      name: 'Block Quote',
      basedOn: 'Normal',
      run: { italics: true },
      paragraph: { indent: { left: 720 } }
    },
    {
      id: CAPTION,
      name: 'caption',
      basedOn: 'Normal',
      run: { size: 19, color: '444444' },
      paragraph: { spacing: { before: 80, after: 240 } }
    }
  ]
});
