/** Escapes a text so that Markdown shows it as it is, on one line. */
export function plainMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]{}<>()#!|~$]/g, '\\$&')
    .trim();
}
