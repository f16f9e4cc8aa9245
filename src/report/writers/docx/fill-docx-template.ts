import { type IPatch, patchDocument, PatchType } from 'docx';
import type { Paragraph as ParagraphNode, Root, RootContent } from 'mdast';

import type { IReportFile } from '../../../contract';
import { nodeText } from '../../model/node-text';
import type { IReportDocument } from '../../model/report-document';
import {
  type IDocxPlaceholder,
  readDocxTemplate
} from '../../templates/read-docx-template';
import type { IWriteOptions } from '../write-options';
import { DocxBlocks } from './docx-blocks';
import { DocxImages } from './docx-images';
import { textRuns } from './docx-inline';
import { DOCX_NUMBERING } from './docx-styles';
import { headingRaise } from '../heading-raise';
import { quietDocx } from './quiet-docx';
import { DOCX_TYPE } from './write-docx';

/** What stands at a placeholder: text as it is typed, or a part of a report. */
export type DocxValue = string | Root;

export interface IFilledDocx {
  file: IReportFile;
  /** Required placeholders that nobody gave a value: they stand as before. */
  missing: string[];
  /** Tables or plots for a placeholder that stands in a line: text is there. */
  notAlone: string[];
}

/**
 * A person's own Word document with its placeholders filled; all else in it is
 * as it was, but what it would fetch from elsewhere.
 *
 * @param document gives the evidence that values refer to.
 * @throws DocxTemplateError
 */
export async function fillDocxTemplate(
  template: Uint8Array,
  values: ReadonlyMap<string, DocxValue>,
  document: IReportDocument,
  { baseName, page, signal, trans }: IWriteOptions
): Promise<IFilledDocx> {
  const placeholders = await readDocxTemplate(template);
  const missing: string[] = [];
  const notAlone: string[] = [];
  const images = await DocxImages.read(document.evidence, page, signal);
  const patches: Record<string, IPatch> = {};
  for (const placeholder of placeholders) {
    const value = values.get(placeholder.name);
    if (value === undefined && placeholder.required) {
      missing.push(placeholder.name);
      continue;
    }
    const tree = typeof value === 'string' || !value ? null : value;
    const blocks = new DocxBlocks({
      evidence: document.evidence,
      tree: tree ?? document.tree,
      images,
      trans,
      raise: tree ? headingRaise({ tree }) : 0
    });
    if (tree && !placeholder.isBlock && onlyParagraph(tree) === null) {
      notAlone.push(placeholder.name);
    }
    patches[placeholder.key] = patchOf(
      placeholder,
      tree ?? String(value ?? ''),
      blocks
    );
  }
  const data = await patchDocument({
    outputType: 'uint8array',
    data: await quietDocx(template),
    keepOriginalStyles: true,
    numbering: DOCX_NUMBERING,
    patches
  });
  return {
    file: { path: `${baseName}.docx`, mimeType: DOCX_TYPE, data },
    missing,
    notAlone
  };
}

function patchOf(
  { isBlock }: IDocxPlaceholder,
  value: DocxValue,
  blocks: DocxBlocks
): IPatch {
  if (typeof value === 'string') {
    return {
      type: PatchType.PARAGRAPH,
      children: textRuns(withoutPlaceholders(value))
    };
  }
  const paragraph = onlyParagraph(value);
  if (paragraph) {
    return {
      type: PatchType.PARAGRAPH,
      children: blocks.runs(paragraph.children)
    };
  }
  return isBlock
    ? { type: PatchType.DOCUMENT, children: blocks.blocks(value.children) }
    : {
        type: PatchType.PARAGRAPH,
        children: textRuns(withoutPlaceholders(nodeText(value)))
      };
}

function onlyParagraph({ children }: Root): ParagraphNode | null {
  const shown = children.filter(
    (child: RootContent) => child.type !== 'footnoteDefinition'
  );
  return shown.length === 1 && shown[0].type === 'paragraph' ? shown[0] : null;
}

/** A value that looks like another placeholder must not become its value. */
function withoutPlaceholders(text: string): string {
  return text.replaceAll('{{', '{\u2060{');
}
