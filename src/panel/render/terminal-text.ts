import { withoutEnd } from '../../contract';

/** Most characters kept of a running command's output. */
export const OUTPUT_KEPT = 20_000;

/** Appends to an output and keeps its end; cut at a line break if possible. */
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
 * The output as a terminal shows it: without colours and other sequences, and
 * with only the last text of a line that was overwritten (progress bars).
 */
export function terminalText(output: string): string {
  return output
    .replace(SEQUENCE, '')
    .split('\n')
    .map(line => {
      const text = withoutEnd(line, '\r');
      return text.slice(text.lastIndexOf('\r') + 1);
    })
    .join('\n');
}

// CSI, OSC (ended by BEL or ST), and the two-character escapes of ECMA-48.
const SEQUENCE =
  // eslint-disable-next-line no-control-regex
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-Z\\^-~])/g;
