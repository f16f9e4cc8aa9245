/** Most that is kept of what a running command prints, in characters. */
export const OUTPUT_KEPT = 20_000;

/** The end of an output with more of it, bounded; cut at a line where it can be. */
export function appendOutput(before: string, more: string): string {
  const whole = before + more;
  if (whole.length <= OUTPUT_KEPT) {
    return whole;
  }
  const end = whole.slice(-OUTPUT_KEPT);
  const line = end.indexOf('\n');
  return line >= 0 && line < 1_000 ? end.slice(line + 1) : end;
}

/**
 * What a terminal would show of it: colours and other sequences are left out,
 * and a line that was begun anew shows what it says last (progress bars).
 */
export function terminalText(output: string): string {
  return output
    .replace(SEQUENCE, '')
    .replace(/\r+\n/g, '\n')
    .split('\n')
    .map(line => {
      const said = line.replace(/\r+$/, '');
      return said.slice(said.lastIndexOf('\r') + 1);
    })
    .join('\n');
}

// CSI, OSC (ended by BEL or ST), and the two-character escapes of ECMA-48.
const SEQUENCE =
  // eslint-disable-next-line no-control-regex
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-Z\\^-~])/g;
