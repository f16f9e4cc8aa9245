const FENCE = /^(`{3,}|~{3,})[ \t]*([^\n`]*)\n([\s\S]*?)\n?[ \t]*\1[ \t]*$/;

/**
 * Code without the Markdown fence that models like to put around it, and
 * without blank lines before and after. A fence within the code stays.
 */
export function stripFence(code: string): string {
  const text = trimBlankLines(code);
  const match = FENCE.exec(text.trim());
  return match && !match[3].includes(`\n${match[1]}`)
    ? trimBlankLines(match[3])
    : text;
}

/** The same for Markdown: only a fence that calls its content Markdown goes. */
export function stripMarkdownFence(content: string): string {
  const match = FENCE.exec(content.trim());
  return match && /^(markdown|md)$/i.test(match[2].trim())
    ? match[3].trim()
    : content.trim();
}

/** Keeps the first line's indentation: code may be a continued block. */
function trimBlankLines(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();
}
