const ESC = '\u001b';
const BEL = '\u0007';

/** Colours, cursor movements (CSI), titles and links (OSC), two-byte escapes. */
const ANSI = new RegExp(
  `${ESC}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\)|[@-Z\\\\-_])`,
  'g'
);

/**
 * What a terminal would finally show of a stream: without ANSI sequences, and
 * with each line as it was after its last carriage return, so that a progress
 * bar is one line instead of a thousand.
 */
export function terminalText(text: string): string {
  const plain = text.replace(ANSI, '');
  return plain.includes('\r')
    ? plain.split('\n').map(overwritten).join('\n')
    : plain;
}

function overwritten(line: string): string {
  return line
    .split('\r')
    .reduce((shown, part) => part + shown.slice(part.length), '')
    .trimEnd();
}
