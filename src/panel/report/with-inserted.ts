/**
 * Inserts Markdown at the end of a section, or of the whole text if the section
 * is not found.
 */
export function withInserted(
  markdown: string,
  section: string,
  inserted: string
): string {
  const lines = markdown.split('\n');
  const headings = headingsOf(lines);
  const at = headings.findIndex(
    ({ text }) => section !== '' && text === section.trim()
  );
  const next =
    at < 0
      ? undefined
      : headings.slice(at + 1).find(({ depth }) => depth <= headings[at].depth);
  const end = next?.line ?? lines.length;
  const before = lines.slice(0, end).join('\n').trimEnd();
  const after = lines.slice(end).join('\n');
  return `${before}\n\n${inserted.trim()}\n${after === '' ? '' : `\n${after}`}`;
}

/** Headings outside of code, by line. */
function headingsOf(
  lines: readonly string[]
): { line: number; depth: number; text: string }[] {
  let fence = '';
  return lines.flatMap((source, line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(source)?.[1];
    if (mark) {
      if (fence === '') {
        fence = mark;
      } else if (mark[0] === fence[0] && mark.length >= fence.length) {
        fence = '';
      }
      return [];
    }
    const heading = /^ {0,3}(#{1,6})[ \t](.*)$/.exec(source);
    return heading && fence === ''
      ? [
          {
            line,
            depth: heading[1].length,
            text: withoutEnd(heading[2].trim(), '#').trim()
          }
        ]
      : [];
  });
}

/**
 * A text without a character that it ends with, once or many times. Linear,
 * where a pattern such as `/x+$/` is tried again at each `x` of the text.
 */
function withoutEnd(text: string, character: string): string {
  let end = text.length;
  while (text[end - 1] === character) {
    end--;
  }
  return text.slice(0, end);
}
