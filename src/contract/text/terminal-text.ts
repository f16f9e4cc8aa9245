/**
 * Escapes of a terminal (ECMA-48): colours and cursor movements (CSI), titles and
 * links (OSC, ended by BEL or ST), and those of two or three bytes.
 */
export const TERMINAL_ESCAPES =
  // eslint-disable-next-line no-control-regex
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-Z\\^-~])/g;

/**
 * What a terminal would finally show of a stream: without escapes, and with each
 * line as it was after its last carriage return, so that a progress bar is one
 * line instead of a thousand.
 */
export function terminalText(text: string): string {
  const plain = text.replace(TERMINAL_ESCAPES, '');
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
