/** Escape sequences of a terminal: colours and cursor movements. */
const TERMINAL =
  // eslint-disable-next-line no-control-regex
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

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
    .replace(TERMINAL, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u2028\u2029\u0085]/g, '\n')
    .replace(UNFIT, '');
}
