const FENCE = /^(`{3,}(?!`)|~{3,}(?!~))([^\n`]*)\n/;

/**
 * Removes the Markdown fence that models like to put around code, and blank
 * lines before and after. A fence inside the code stays.
 */
export function stripFence(code: string): string {
  const text = trimBlankLines(code);
  const fenced = fencedIn(text.trim());
  return fenced && !fenced.content.includes(`\n${fenced.fence}`)
    ? trimBlankLines(fenced.content)
    : text;
}

/** The same for Markdown: only removes a fence that is labelled as Markdown. */
export function stripMarkdownFence(content: string): string {
  const text = content.trim();
  const fenced = fencedIn(text);
  return fenced && /^(markdown|md)$/i.test(fenced.label)
    ? fenced.content.trim()
    : text;
}

/** JSON without the fence around it, closed or not. */
export function withoutFence(json: string): string {
  const content = json.trim().replace(/^```\w*/, '');
  return (content.endsWith('```') ? content.slice(0, -3) : content).trim();
}

/** What a text holds that is one fence from beginning to end. */
function fencedIn(
  text: string
): { fence: string; label: string; content: string } | null {
  const [opening, fence, label] = FENCE.exec(text) ?? [];
  if (opening === undefined) {
    return null;
  }
  const content = text.slice(opening.length);
  return content.endsWith(fence)
    ? { fence, label: label.trim(), content: content.slice(0, -fence.length) }
    : null;
}

/** Keeps the first line's indentation: the code may be part of a block. */
function trimBlankLines(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();
}
