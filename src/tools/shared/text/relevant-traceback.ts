import { terminalText } from '../../../contract/text/terminal-text';
import { truncateText } from '../../../contract/text/truncate-text';

/** Enough for a few frames of the notebook's own code. */
export const TRACEBACK_BUDGET = 1500;

/** Number of cell frames shown: where the call came from and where it failed. */
const MAX_FRAMES = 3;

/** Number of lines shown before and after the one that raised. */
const AROUND = 2;

const CELL_FRAME = /^\s*(Cell In\s?\[|Input In\s?\[|File <ipython-input)/;
const FRAME = /^\s*(File |Cell In\s?\[|Input In\s?\[)/;
const ARROW = /^-+> ?\d+/;

/**
 * The part of a traceback that a reader of the notebook needs: the frames in
 * cells, each with the line that raised, and the name of the innermost frame if
 * that is in a library. If no frame is in a cell (other languages, syntax
 * errors), the end of the traceback.
 *
 * @param traceback as a kernel sends it, with ANSI sequences.
 */
export function relevantTraceback(
  traceback: string[],
  error: { name: string; message: string }
): string {
  const lines = terminalText(traceback.join('\n'))
    .split('\n')
    .filter(line => !/^-{20,}$/.test(line.trim()));
  const frames = splitFrames(lines);
  const own = frames.filter(frame => CELL_FRAME.test(frame[0]));
  if (own.length === 0 || error.name === 'SyntaxError') {
    return truncateText(
      withoutLastLine(lines, error).slice(-12).join('\n'),
      TRACEBACK_BUDGET
    );
  }
  const shown =
    own.length <= MAX_FRAMES
      ? own
      : [own[0], ...own.slice(own.length - MAX_FRAMES + 1)];
  const parts = shown.flatMap(aroundArrow);
  const innermost = frames[frames.length - 1];
  if (!CELL_FRAME.test(innermost[0])) {
    parts.push(`raised in ${innermost[0].trim()}`);
  }
  return truncateText(parts.join('\n'), TRACEBACK_BUDGET);
}

/**
 * The line of a cell that raised, from 1, in the innermost frame that is in a
 * cell. Null if the traceback does not say.
 */
export function errorLine(traceback: string[]): number | null {
  const own = splitFrames(terminalText(traceback.join('\n')).split('\n'))
    .filter(frame => CELL_FRAME.test(frame[0]))
    .pop();
  if (!own) {
    return null;
  }
  const arrow = own
    .map(line => /^\s*-+> ?(\d+)/.exec(line))
    .find(match => match !== null);
  const number = arrow ?? /\bline:? (\d+)/.exec(own[0]);
  return number ? Number(number[1]) : null;
}

function splitFrames(lines: string[]): string[][] {
  const frames: string[][] = [];
  for (const line of lines) {
    if (FRAME.test(line)) {
      frames.push([line]);
    } else if (frames.length > 0) {
      frames[frames.length - 1].push(line);
    }
  }
  return frames;
}

function aroundArrow(frame: string[]): string[] {
  const arrow = frame.findIndex(line => ARROW.test(line.trim()));
  if (arrow < 0) {
    return frame.slice(0, 1 + AROUND);
  }
  const numbered = (line: string) => /^\s*(-+> ?)?\d+/.test(line);
  return [
    frame[0].trim(),
    ...frame
      .slice(Math.max(1, arrow - AROUND), arrow + AROUND + 1)
      .filter(numbered)
  ];
}

/** The error line already appears above the traceback. */
function withoutLastLine(
  lines: string[],
  error: { name: string; message: string }
): string[] {
  const text = `${error.name}: ${error.message}`;
  return lines.filter(line => line.trim() !== '' && line.trim() !== text);
}
