import type { CellOutput, IImages, IToolImage } from '../../../contract';
import { formatCount } from '../../../contract/text/format-size';
import { terminalText } from '../../../contract/text/terminal-text';
import { relevantTraceback } from './relevant-traceback';
import {
  shareBudget,
  truncateText
} from '../../../contract/text/truncate-text';

/**
 * Characters per result. Ten cells that each use all of it, plus the requests
 * that repeat them, stay below a context window of 128,000 tokens.
 */
export const RESULT_BUDGET = 8000;

/** Images per result; more than four plots are rarely compared. */
export const MAX_IMAGES = 4;

/** Length of the longer side in px: what vision models accept without scaling. */
export const MAX_IMAGE_SIZE = 1024;

/** Number of outputs of one cell that are described; the rest is counted. */
const MAX_OUTPUTS = 40;

const IMAGE_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/svg+xml'
];

/** Plain text that only names the object behind a rich output. */
const PLACEHOLDER = /^<[\w.]+( object)?( at 0x[0-9a-f]+)?>$/;

/** Outputs as a model reads them. */
export interface IOutputText {
  text: string;
  images: IToolImage[];
}

/**
 * A cell's outputs in words and images: streams as a terminal shows them,
 * tables as plain text, images as images, and a note for outputs that only a
 * person can see.
 *
 * @param firstImage number of the first image, if others came before it.
 * @param maxLine maximum length of a line, if it is not that of a cell's output.
 */
export async function outputText(
  outputs: CellOutput[],
  images: IImages,
  options: {
    budget?: number;
    firstImage?: number;
    maxImages?: number;
    maxLine?: number;
  } = {}
): Promise<IOutputText> {
  const { budget = RESULT_BUDGET, maxImages = MAX_IMAGES } = options;
  const joined = joinStreams(outputs);
  const shown =
    joined.length <= MAX_OUTPUTS
      ? joined
      : [
          ...joined.slice(0, MAX_OUTPUTS / 2),
          ...joined.slice(joined.length - MAX_OUTPUTS / 2)
        ];
  const found: IToolImage[] = [];
  const parts: string[] = [];
  for (const [index, output] of shown.entries()) {
    if (index === MAX_OUTPUTS / 2 && joined.length > MAX_OUTPUTS) {
      parts.push(
        `… ${formatCount(joined.length - MAX_OUTPUTS)} outputs left out …`
      );
    }
    if (output.type === 'data') {
      parts.push(
        await dataText(output.data, images, found, {
          number: (options.firstImage ?? 1) + found.length,
          room: found.length < maxImages
        })
      );
    } else {
      parts.push(plainOutput(output));
    }
  }
  const texts = parts.filter(part => part !== '');
  const shares = shareBudget(
    texts.map(part => part.length),
    Math.max(0, budget - texts.length)
  );
  return {
    text: texts
      .map((part, index) => truncateText(part, shares[index], options.maxLine))
      .join('\n'),
    images: found
  };
}

function joinStreams(outputs: CellOutput[]): CellOutput[] {
  const joined: CellOutput[] = [];
  for (const output of outputs) {
    const last = joined[joined.length - 1];
    if (
      output.type === 'stream' &&
      last?.type === 'stream' &&
      last.name === output.name
    ) {
      joined[joined.length - 1] = { ...last, text: last.text + output.text };
    } else {
      joined.push(output);
    }
  }
  return joined;
}

function plainOutput(output: Exclude<CellOutput, { type: 'data' }>): string {
  if (output.type === 'error') {
    return [
      // A failed `assert` has no message; what a kernel that died leaves, no name.
      [output.name || 'Error', truncateText(terminalText(output.message), 1000)]
        .filter(part => part !== '')
        .join(': '),
      relevantTraceback(output.traceback, output)
    ]
      .filter(part => part !== '')
      .join('\n');
  }
  const text = terminalText(output.text).trimEnd();
  return text && output.name === 'stderr'
    ? `[stderr]\n${warningsOnce(text)}`
    : text + hiddenColumns(text);
}

/** How Python begins a warning: place, class, message. */
const WARNING = /^.*:\d+: (?=\w*Warning: )/;

/** A warning that a loop repeats is shown once, with how often it came. */
function warningsOnce(text: string): string {
  const blocks: string[] = [];
  for (const line of text.split('\n')) {
    if (WARNING.test(line) || blocks.length === 0) {
      blocks.push(line);
    } else {
      blocks[blocks.length - 1] += `\n${line}`;
    }
  }
  const found = new Map<string, { block: string; times: number }>();
  for (const block of blocks) {
    const text = block.replace(WARNING, '').trimEnd();
    const { times = 0, ...first } = found.get(text) ?? { block };
    found.set(text, { ...first, times: times + 1 });
  }
  return [...found.values()]
    .map(({ block, times }) =>
      times > 1 ? `${block.trimEnd()}\n[${formatCount(times)} times]` : block
    )
    .join('\n');
}

/**
 * What pandas leaves out of a wide table, as a line to add: a model takes the
 * column "..." for all there is.
 */
function hiddenColumns(text: string): string {
  const [, count] = /\[\d+ rows x (\d+) columns\]\s*$/.exec(text) ?? [];
  // A row of dots alone stands for rows.
  const isCut = text
    .split('\n')
    .some(line => /\s\.\.\.(?:\s|$)/.test(line) && /[^\s.]/.test(line));
  return count && isCut
    ? `\n["..." stands for columns that pandas left out; there are ${count}. Name columns to see them.]`
    : '';
}

async function dataText(
  data: Record<string, unknown>,
  images: IImages,
  found: IToolImage[],
  { number, room }: { number: number; room: boolean }
): Promise<string> {
  const imageType = IMAGE_TYPES.find(type => typeof data[type] === 'string');
  if (imageType) {
    if (!room) {
      return `[one more image (${imageType}), not shown to you]`;
    }
    const image = await images.toImage(
      { mimeType: imageType, data: String(data[imageType]) },
      MAX_IMAGE_SIZE
    );
    if (!image) {
      return `[an image (${imageType}) that could not be read, not shown to you]`;
    }
    found.push(image);
    const kind = image.mimeType === 'image/jpeg' ? 'JPEG' : 'PNG';
    return `[image ${number}: ${kind} ${image.width}×${image.height}]`;
  }
  const markdown = data['text/markdown'];
  const text = [
    // R writes the type of a column as `&lt;dbl&gt;`.
    typeof markdown === 'string'
      ? markdown.replace(/&lt;(\w+)&gt;/g, '<$1>')
      : null,
    data['text/latex'],
    data['text/plain']
  ].find(
    (value): value is string =>
      typeof value === 'string' && !PLACEHOLDER.test(value.trim())
  );
  const rich = Object.keys(data).filter(
    type =>
      !['text/plain', 'text/markdown', 'text/latex'].includes(type) &&
      (type !== 'text/html' || text === undefined)
  );
  const shown = terminalText(text ?? '').trimEnd();
  const parts = text === undefined ? [] : [shown + hiddenColumns(shown)];
  if (rich.length > 0) {
    const type = rich[0];
    parts.push(
      `[${type} output, ${formatCount(lengthOf(data[type]))} characters, not shown to you]`
    );
  } else if (text === undefined && typeof data['text/plain'] === 'string') {
    parts.push(data['text/plain']);
  }
  return parts.join('\n');
}

function lengthOf(value: unknown): number {
  return typeof value === 'string'
    ? value.length
    : (JSON.stringify(value) ?? '').length;
}
