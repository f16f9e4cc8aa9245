const FENCE = /^(`{3,}|~{3,})[ \t]*([^\n`]*)\n([\s\S]*?)\n?[ \t]*\1[ \t]*$/;

/**
 * Removes the Markdown fence that models like to put around code, and blank
 * lines before and after. A fence inside the code stays.
 */
export function stripFence(code: string): string {
  const text = trimBlankLines(code);
  const match = FENCE.exec(text.trim());
  return match && !match[3].includes(`\n${match[1]}`)
    ? trimBlankLines(match[3])
    : text;
}

/** The same for Markdown: only removes a fence that is labelled as Markdown. */
export function stripMarkdownFence(content: string): string {
  const match = FENCE.exec(content.trim());
  return match && /^(markdown|md)$/i.test(match[2].trim())
    ? match[3].trim()
    : content.trim();
}

/** Keeps the first line's indentation: the code may be part of a block. */
function trimBlankLines(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();
}
