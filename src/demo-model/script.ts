import type { IPastCall, Item } from './transcript';

/** What the demo says in one step, like a real model: text, then calls. */
export interface IDemoAnswer {
  text: string;
  calls: { name: string; args: Record<string, unknown> }[];
}

/** A call that came back, with what the person said before the next step. */
export interface IResult extends IPastCall {
  remarks: string[];
}

/** Yields its steps one by one and gets the result of each one's last call. */
export type Script<T = IDemoAnswer> = Generator<IDemoAnswer, T, IResult>;

/** What a script is about. */
export interface IJob {
  /** The request, and what the person added before the first step. */
  texts: string[];
  /** "Python 3 (ipykernel) (python)"; empty if not given. */
  kernel: string;
  /** Names of the tools it may call. */
  offered: readonly string[];
  /** Calls before this job. */
  earlier: IPastCall[];
}

export function ask(
  text: string,
  name: string,
  args: Record<string, unknown> = {}
): IDemoAnswer {
  return { text, calls: [{ name, args }] };
}

/** The last step of a job. @param next up to three requests for chips. */
export function finalAnswer(
  answer: string,
  next: string[] = [],
  text = ''
): IDemoAnswer {
  return ask(text, 'final_answer', {
    answer,
    // A summary is spoken and stored as plain text, without markup or links.
    summary: answer
      .split('\n', 1)[0]
      .replace(/\*\*/g, '')
      .replace(/\[([^[\]]*)\]\([^()]*\)/g, '[$1]'),
    ...(next.length > 0 ? { next_items: next.slice(0, 3) } : {})
  });
}

/** The step of a script that has not been made yet. @param items since the request. */
export function play(script: Script, items: readonly Item[]): IDemoAnswer {
  let step = script.next();
  items.forEach((item, at) => {
    const result =
      item.kind === 'step'
        ? item.calls.find(({ name }) => name === step.value.calls.at(-1)?.name)
        : undefined;
    if (result && !step.done) {
      const after = items.slice(at + 1);
      const end = after.findIndex(({ kind }) => kind === 'step');
      step = script.next({ ...result, remarks: wordsIn(after, end) });
    }
  });
  return step.value;
}

/** What the person said up to a step; to the end if there is none. */
export function wordsIn(items: readonly Item[], end: number): string[] {
  return items
    .slice(0, end < 0 ? undefined : end)
    .flatMap(item => (item.kind === 'person' ? [item.text] : []));
}

export function plural(n: number, noun: string): string {
  const many = noun.replace(/y$/, 'ie');
  return n === 1 ? `1 ${noun}` : `${number(n)} ${many}s`;
}

export function number(value: number | null): string {
  return value?.toLocaleString('en-US', { maximumFractionDigits: 2 }) ?? '–';
}

/** A link that the panel follows. */
export function cellLink(id: string | null, label: string | null): string {
  return `[${label ?? 'cell'}](#cell=${id ?? ''})`;
}

/** A person's words on one line, to be quoted. */
export function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 120 ? line : `${line.slice(0, 119)}…`;
}

/** "`a`, `b`" */
export function codes(names: readonly string[], most = 6): string {
  const shown = names.slice(0, most).map(name => `\`${name}\``);
  return shown.join(', ') + (names.length > most ? ' …' : '');
}
