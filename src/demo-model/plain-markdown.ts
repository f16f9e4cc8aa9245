/** Words as Markdown that reads as they stand, in one line. */
export function plainMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]{}<>()#!|~$]/g, '\\$&')
    .trim();
}
