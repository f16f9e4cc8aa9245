import {
  patchDocument,
  PatchType,
  type FileChild,
  type INumberingOptions,
  type IPatch
} from 'docx';
import { zipSync } from 'fflate';
import type { Paragraph as ParagraphNode, Root, RootContent } from 'mdast';

import type { IReportFile } from '../../../contract';
import {
  headingRaise,
  type IReportDocument
} from '../../model/report-document';
import { nodeText } from '../../model/tree';
import {
  readDocxTemplate,
  TEXT_PARTS,
  unpackDocx,
  type IDocxPlaceholder
} from '../../templates/read-docx-template';
import { breather, stopIfAborted } from '../../text/breather';
import { citedEvidence, notesOf } from '../notes';
import { rasters, type IWriteOptions } from '../rasters';
import { cleanDocx, parseXml, writeXml } from './clean-docx';
import { DocxBlocks, textRuns, withNoteNumbers } from './docx-blocks';
import { withOwnStyles } from './docx-styles';
import { DOCX_TYPE } from './write-docx';

const STYLES = 'word/styles.xml';
const BODY = 'word/document.xml';

/** The value of a placeholder: plain text, or a part of a report. */
export type DocxValue = string | Root;

export interface IFilledDocx {
  file: IReportFile;
  /** Required placeholders without a value; they stay as they are. */
  missing: string[];
  /**
   * Placeholders within a line whose value is a table or a plot: they get text
   * instead.
   */
  notAlone: string[];
}

/**
 * Fills the placeholders of a person's own Word document. Everything else in it
 * stays as it was, except for what could fetch something from elsewhere.
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
  const placeholders = readDocxTemplate(template);
  const missing: string[] = [];
  const notAlone: string[] = [];
  // A source has one note, whichever values name it.
  const all = {
    ...document,
    tree: {
      type: 'root' as const,
      children: [...values.values()].flatMap(tree =>
        typeof tree === 'string' ? [] : tree.children
      )
    }
  };
  const parts = {
    evidence: document.evidence,
    notes: notesOf(all, trans),
    plots: await rasters(citedEvidence(all), page, signal),
    trans,
    raise: 0
  };
  const blocks = new DocxBlocks(parts);
  const patches: Record<string, IPatch> = {};
  const empty = new Set<string>();
  const breathe = breather();
  for (const placeholder of placeholders) {
    stopIfAborted(signal);
    await breathe();
    const value = values.get(placeholder.name);
    if (value === undefined && placeholder.required) {
      missing.push(placeholder.name);
      continue;
    }
    const tree = typeof value === 'string' || !value ? null : value;
    if (!value || tree?.children.length === 0) {
      empty.add(placeholder.key);
    }
    parts.raise = tree ? headingRaise({ tree }) : 0;
    if (tree && !placeholder.isBlock && onlyParagraph(tree) === null) {
      notAlone.push(placeholder.name);
    }
    patches[placeholder.key] = await patchOf(
      placeholder,
      tree ?? String(value ?? ''),
      blocks,
      breathe
    );
  }
  stopIfAborted(signal);
  return {
    file: {
      path: `${baseName}.docx`,
      mimeType: DOCX_TYPE,
      data: await patched(
        withoutEmptyParagraphs(cleanDocx(unpackDocx(template)), empty),
        patches,
        blocks.numbering
      )
    },
    missing,
    notAlone
  };
}

/**
 * The files without paragraphs of nothing but blanks that stay empty. One stays
 * that has no other beside it, since a cell has to hold one, and tables grow
 * together without it.
 *
 * @param empty what is between their braces.
 */
function withoutEmptyParagraphs(
  files: ReadonlyMap<string, Uint8Array>,
  empty: ReadonlySet<string>
): Map<string, Uint8Array> {
  return new Map(
    [...files].map(([name, data]) => {
      if (empty.size === 0 || !TEXT_PARTS.test(name)) {
        return [name, data];
      }
      const parsed = parseXml(data);
      const gone = [...parsed.querySelectorAll('*')].filter(each =>
        isEmpty(each, empty)
      );
      for (const each of gone) {
        const beside = [each.previousElementSibling, each.nextElementSibling];
        if (beside.some(other => other?.localName === 'p')) {
          each.remove();
        }
      }
      return [name, gone.length > 0 ? writeXml(parsed) : data];
    })
  );
}

/** What a paragraph, and a run of it, may hold that is nothing but text. */
const TEXT_ONLY = ['r', 'rPr', 't', 'proofErr', 'lastRenderedPageBreak'];

function isEmpty(paragraph: Element, empty: ReadonlySet<string>): boolean {
  const text = paragraph.textContent ?? '';
  const isText = ({ localName }: Element): boolean =>
    TEXT_ONLY.includes(localName);
  return (
    paragraph.localName === 'p' &&
    text.includes('{{') &&
    text
      .replace(/\{\{([^{}]+)\}\}/g, (whole, key: string) =>
        empty.has(key) ? '' : whole
      )
      .trim() === '' &&
    [...paragraph.children].every(each =>
      each.localName === 'pPr'
        ? ![...each.children].some(({ localName }) => localName === 'sectPr')
        : isText(each) && [...each.children].every(isText)
    )
  );
}

async function patched(
  files: ReadonlyMap<string, Uint8Array>,
  patches: Record<string, IPatch>,
  numbering: INumberingOptions
): Promise<Uint8Array> {
  const filled = unpackDocx(
    await patchDocument({
      outputType: 'uint8array',
      data: zipped(files),
      keepOriginalStyles: true,
      numbering,
      patches
    }),
    Infinity
  );
  const change = (name: string, by: (text: string) => string): void => {
    const data = filled.get(name);
    if (data) {
      filled.set(
        name,
        new TextEncoder().encode(by(new TextDecoder().decode(data)))
      );
    }
  };
  const body = new TextDecoder().decode(filled.get(BODY));
  change(STYLES, styles => withOwnStyles(styles, body));
  change(BODY, withNoteNumbers);
  return zipped(filled);
}

/** Without compression: most of it are pictures, which are compressed already. */
function zipped(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  return zipSync(Object.fromEntries(files), { level: 0 });
}

async function patchOf(
  { isBlock }: IDocxPlaceholder,
  value: DocxValue,
  blocks: DocxBlocks,
  breathe: () => Promise<void>
): Promise<IPatch> {
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
  if (!isBlock) {
    return {
      type: PatchType.PARAGRAPH,
      children: textRuns(withoutPlaceholders(nodeText(value)))
    };
  }
  const children: FileChild[] = [];
  for (const node of value.children) {
    children.push(...blocks.blocks([node]));
    await breathe();
  }
  return { type: PatchType.DOCUMENT, children };
}

function onlyParagraph({ children }: Root): ParagraphNode | null {
  const shown = children.filter(
    (child: RootContent) => child.type !== 'footnoteDefinition'
  );
  return shown.length === 1 && shown[0].type === 'paragraph' ? shown[0] : null;
}

/** A value that looks like a placeholder must not be replaced in turn. */
function withoutPlaceholders(text: string): string {
  return text.replaceAll('{{', '{\u2060{');
}
