import type {
  CallToolResult,
  ContentBlock
} from '@modelcontextprotocol/client';

import type { CellOutput, IImages, IToolImage } from '../../contract';
import { outputText } from '../../tools';
import type { IResultThings } from './result-things';
import { formatSize } from '../../contract/text/format-size';
import { isRecord } from '../../contract/util/is-record';

/** Maximum length of a result for the model. */
const MOST = 20_000;

/**
 * A server's result in words and images. Things a model cannot have (sound,
 * files) are mentioned. Anything sent twice, as text and as structured content,
 * is included once.
 *
 * @param beside what the person gets besides the words.
 */
export async function callText(
  result: CallToolResult,
  images: IImages,
  beside: IResultThings = { sounds: [], links: [] }
): Promise<{ text: string; images: IToolImage[] }> {
  const structured = result.structuredContent as unknown;
  const repeats = repeatsOf(structured);
  const outputs = (result.content ?? []).flatMap(block =>
    repeats(block) ? [] : outputOf(block, beside)
  );
  if (structured !== undefined) {
    outputs.push(stream(structuredText(structured)));
  }
  const output = await outputText(outputs, images, {
    budget: MOST,
    // Minified JSON and long paragraphs are one line.
    maxLine: MOST
  });
  return {
    ...output,
    text: output.text.trim() || 'The server returned an empty result.'
  };
}

function outputOf(
  block: ContentBlock,
  { sounds, links }: IResultThings
): CellOutput {
  switch (block.type) {
    case 'text':
      return stream(block.text);
    case 'image':
      return picture(block.mimeType, block.data);
    case 'audio':
      return stream(
        `[sound (${block.mimeType}, ${sizeOf(block.data)}), which you cannot hear; ${sounds.some(({ data }) => data === block.data) ? 'the person can play it' : 'it is not played here'}]`
      );
    case 'resource':
      return resourceOutput(block.resource);
    case 'resource_link':
      return stream(
        `[link to ${block.name}: ${block.uri}${block.mimeType ? ` (${block.mimeType})` : ''}${block.description ? `: ${block.description}` : ''}; not read${links.some(({ uri }) => uri === block.uri) ? ': the person can attach it to a message' : ''}]`
      );
    default:
      return stream(
        `[content of an unknown kind: ${String((block as { type?: unknown }).type)}]`
      );
  }
}

function resourceOutput(resource: {
  uri: string;
  mimeType?: string;
  text?: string;
  blob?: string;
}): CellOutput {
  const { uri, mimeType = '', text, blob = '' } = resource;
  if (text !== undefined) {
    return stream(`[${uri}]\n${text}`);
  }
  return mimeType.startsWith('image/')
    ? picture(mimeType, blob)
    : stream(
        `[the file ${uri} (${mimeType || 'of an unknown type'}, ${sizeOf(blob)}), which is not text]`
      );
}

function picture(mimeType: string, data: string): CellOutput {
  return IMAGES.has(mimeType)
    ? { type: 'data', result: false, data: { [mimeType]: data } }
    : stream(`[an image (${mimeType}, ${sizeOf(data)}) that cannot be shown]`);
}

/** Types that `IImages` accepts in base64; SVG is passed to it as text. */
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/**
 * Whether a block repeats the structured content: servers include that as text
 * too, for older clients. Serialised only once, because there may be any number
 * of blocks.
 */
function repeatsOf(structured: unknown): (block: ContentBlock) => boolean {
  if (structured === undefined) {
    return () => false;
  }
  const bare = unwrapped(structured);
  const same = new Set([structured, bare].map(value => JSON.stringify(value)));
  return block => {
    if (block.type !== 'text') {
      return false;
    }
    try {
      return same.has(JSON.stringify(JSON.parse(block.text)));
    } catch {
      // Not JSON: FastMCP sends a string as it is.
      return block.text === bare;
    }
  };
}

function unwrapped(structured: unknown): unknown {
  return isRecord(structured) && Object.keys(structured).length === 1
    ? Object.values(structured)[0]
    : structured;
}

function stream(text: string): CellOutput {
  // Each with a line break, because streams are joined without one.
  return { type: 'stream', name: 'stdout', text: `${text}\n` };
}

function sizeOf(base64: string): string {
  return formatSize(Math.floor((base64.length * 3) / 4));
}

type Flat = Record<string, string | number | boolean | null>;

/** Maximum number of columns, since each row may have its own. */
const MAX_COLUMNS = 100;

/**
 * Structured content as a model reads it: the text if it is nothing else (with
 * or without a wrapper), a table if that loses nothing, JSON otherwise.
 */
export function structuredText(value: unknown): string {
  const inner = unwrapped(value);
  if (typeof inner === 'string') {
    return inner;
  }
  return (
    (Array.isArray(inner) && inner.length > 0 && inner.every(isFlat)
      ? tableText(inner)
      : null) ?? JSON.stringify(value, null, 1)
  );
}

/** @returns null if a table would lose something. */
function tableText(rows: Flat[]): string | null {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))];
  if (columns.length > MAX_COLUMNS) {
    return null;
  }
  const lines = rows.map(row =>
    columns.map(column => String(row[column] ?? ''))
  );
  return [columns, ...lines].flat().some(isSeveralLines)
    ? null
    : [columns, columns.map(() => '---'), ...lines]
        .map(cells => `| ${cells.map(escaped).join(' | ')} |`)
        .join('\n');
}

function isSeveralLines(text: string): boolean {
  return /[\r\n]/.test(text);
}

function escaped(cell: string): string {
  return cell.replaceAll('|', '\\|');
}
function isFlat(value: unknown): value is Flat {
  return (
    isRecord(value) &&
    Object.keys(value).length > 0 &&
    Object.values(value).every(
      each =>
        each === null || ['string', 'number', 'boolean'].includes(typeof each)
    )
  );
}
