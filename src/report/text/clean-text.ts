import { TERMINAL_ESCAPES } from '../../contract/text/terminal-text';

/**
 * Characters that XML does not allow, and those that change the reading
 * direction.
 */
const UNFIT =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Matches most cells of most tables, which need no further work. */
const PLAIN = /^[\t\n -~]*$/;

/** Text that is readable and allowed in every form of a document. */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) {
    return text;
  }
  return text
    .replace(TERMINAL_ESCAPES, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u2028\u2029\u0085]/g, '\n')
    .replace(UNFIT, '');
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;'
};

/** Text escaped for HTML or XML, between tags or in quotes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character]);
}
