/** Least characters of a piece. */
const PIECE = 8_000;

/**
 * What may change how text elsewhere is rendered: HTML, definitions of links and
 * footnotes, directives, and code in a list or a quotation.
 */
const REACHES_FAR = /<[a-z!?/]|\]:|^[\s>]*:::|```|~~~/i;

/** The first line of a block of code that is in no other block. */
const FENCE = /^(`{3,}(?!.*`)|~{3,})/;

/** Begins a paragraph or a heading, and never continues a list or a quotation. */
const PLAIN = /^[\p{L}#]/u;

/**
 * Splits a long Markdown text into pieces that look the same when each is
 * rendered by itself. It is split where a line that begins with a letter or `#`
 * follows a blank one, outside of code: there, CommonMark continues no block.
 *
 * @returns null if anything in it may reach beyond its piece.
 */
export function splitMarkdown(text: string): string[] | null {
  const pieces: string[] = [];
  let begin = 0;
  let fence = '';
  let isAfterBlank = false;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at) + 1 || text.length;
    const line = text.slice(at, end);
    if (fence !== '') {
      if (closes(line, fence)) {
        fence = '';
      }
    } else {
      fence = FENCE.exec(line)?.[1] ?? '';
      if (fence === '' && REACHES_FAR.test(line)) {
        return null;
      }
      if (isAfterBlank && at - begin >= PIECE && PLAIN.test(line)) {
        pieces.push(text.slice(begin, at));
        begin = at;
      }
    }
    isAfterBlank = line.trim() === '';
    at = end;
  }
  return [...pieces, text.slice(begin)];
}

/** Whether a line ends the block of code that began with this fence. */
function closes(line: string, fence: string): boolean {
  const marks = /^ {0,3}(\S+)\s*$/.exec(line)?.[1] ?? '';
  return (
    marks.length >= fence.length && marks === fence[0].repeat(marks.length)
  );
}
