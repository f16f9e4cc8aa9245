import type { IPastCall } from './transcript';

/** What the demo says in one step, like a real model: text, then calls. */
export interface IDemoAnswer {
  text: string;
  calls: { name: string; args: Record<string, unknown> }[];
}

/**
 * Yields its steps one by one and gets the result of each one's last call, once it
 * was done, failed or was rejected.
 */
export type Script<T = IDemoAnswer> = Generator<IDemoAnswer, T, IPastCall>;

/** What a script is about. */
export interface IJob {
  /** The request, and what the person has added so far. */
  texts: string[];
  /** "Python 3 (ipykernel) (python)"; empty if not given. */
  kernel: string;
  /** Names of the tools it may call. */
  offered: readonly string[];
}

export function ask(
  text: string,
  name: string,
  args: Record<string, unknown> = {}
): IDemoAnswer {
  return { text, calls: [{ name, args }] };
}

/** The last step of a job. @param next up to three requests for chips. */
export function finalAnswer(answer: string, next: string[] = []): IDemoAnswer {
  return ask('', 'final_answer', {
    answer,
    // A summary is spoken and stored as plain text, without markup or links.
    summary: answer
      .split('\n', 1)[0]
      .replace(/\*\*/g, '')
      .replace(/\[([^[\]]*)\]\([^()]*\)/g, '[$1]'),
    ...(next.length > 0 && { next_items: next.slice(0, 3) })
  });
}

export function plural(n: number, noun: string): string {
  return n === 1 ? `1 ${noun}` : `${number(n)} ${noun.replace(/y$/, 'ie')}s`;
}

export function number(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 });
}

/** A link that the panel follows to the cell of a call. */
export function cellLink({
  cellId,
  count
}: Pick<IPastCall, 'cellId' | 'count'>): string {
  return `[${count ?? 'cell'}](#cell=${cellId ?? ''})`;
}

/** A person's words on one line, to be quoted. */
export function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 120 ? line : `${line.slice(0, 119)}…`;
}

/** The error that a cell failed with. */
export function errorOf(text: string): string {
  return `\`${short(text.split('\n')[1] ?? '')}\``;
}

/** "`a`, `b`" */
export function codes(names: readonly string[]): string {
  const shown = names.slice(0, 6).map(name => `\`${name}\``);
  return shown.join(', ') + (names.length > 6 ? ' …' : '');
}

export function isTable(path: string): boolean {
  return /\.(csv|tsv|tab)$/i.test(path);
}

/** Files in a result of `list_files`. */
export function listedFiles({ outcome, text }: IPastCall): string[] {
  return outcome === 'done'
    ? text
        .split('\n')
        .slice(1)
        .filter(line => line !== '' && !line.startsWith('…'))
        .map(line => line.replace(/ \([^()]*\)$/, ''))
    : [];
}
