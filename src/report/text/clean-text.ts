/** Colours and movements of a terminal. */
const TERMINAL =
  // eslint-disable-next-line no-control-regex
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

/** What no XML may hold, and what turns the order of what is read. */
const UNFIT =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Most cells of most tables: nothing in them is looked for. */
const PLAIN = /^[\t\n -~]*$/;

/** Text as every form of a document can hold it and a person reads it. */
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
