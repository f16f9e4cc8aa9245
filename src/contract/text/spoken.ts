import { withoutHidden } from './without-hidden';

/** Most of a name that a sentence shows. */
const MAX_NAME = 80;

const PLAIN = new RegExp(`^[\\p{L}\\p{N}_.@+/-]{1,${MAX_NAME}}$`, 'u');

/**
 * A name that somebody else chose (of a file, a kernel, a tool), for use in a
 * sentence of ours: one that could be read as words of ours is in quotes, on one
 * line and of a bounded length, and none looks like a cell mark.
 */
export function spoken(name: string): string {
  if (PLAIN.test(name)) {
    return name;
  }
  // What is very long is cut first, so that the rest costs little.
  const whole =
    name.length > 400 ? `${name.slice(0, 200)}${name.slice(-200)}` : name;
  const line = withoutHidden(whole)
    .replace(/\s+/gu, ' ')
    .replace(/[⟦⟧]/g, mark => (mark === '⟦' ? '[' : ']'))
    .replace(/[“”]/g, '"')
    .trim();
  return line.length > MAX_NAME
    ? `“${line.slice(0, MAX_NAME / 2)}…${line.slice(1 - MAX_NAME / 2)}”`
    : `“${line}”`;
}
