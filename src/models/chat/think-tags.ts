/** Tags in which models wrap thinking that their server did not take out. */
const OPENING = [
  '<think>',
  '<thinking>',
  '<thought>',
  '[THINK]',
  // gpt-oss has channels: this is its thinking.
  '<|channel|>analysis<|message|>'
];

const closingOf = (tag: string): string =>
  tag.startsWith('<|') ? '<|end|>' : `${tag[0]}/${tag.slice(1)}`;

/**
 * What is left out before an answer: marks of the other channels of gpt-oss, and
 * what closes thinking that came in a field of its own.
 */
const BETWEEN = [
  ...OPENING.map(closingOf),
  '<|start|>assistant',
  '<|channel|>final<|message|>',
  '<|channel|>commentary<|message|>'
];
const ENDINGS = ['<|return|>', '<|end|>'];

/** Text and thinking of a piece of an answer. */
export interface ISplitText {
  text: string;
  thoughts: string;
}

/**
 * Separates thinking in tags from a text that arrives in pieces. Only a tag at
 * the very beginning counts: anywhere else the model writes about it. What is
 * never closed is thinking to its end.
 */
export class ThinkTags {
  private _rest = '';
  /** The tag that is open, or whether one may still begin. */
  private _state: 'start' | 'text' | { closing: string } = 'start';

  private _isAfterThoughts = false;

  private _hasChannels = false;

  push(piece: string): ISplitText {
    this._rest += piece;
    return this._read(false);
  }

  end(): ISplitText {
    return this._read(true);
  }

  private _read(atEnd: boolean): ISplitText {
    const found = { text: '', thoughts: '' };
    while (this._rest !== '') {
      if (this._state === 'text') {
        const held =
          atEnd || !this._hasChannels
            ? 0
            : Math.max(...ENDINGS.map(each => overlap(this._rest, each)));
        const text = this._take(this._rest.length - held);
        found.text += this._hasChannels
          ? ENDINGS.reduce((all, each) => all.replaceAll(each, ''), text)
          : text;
        if (held > 0) {
          return found;
        }
      } else if (this._state === 'start') {
        const start = this._rest.trimStart();
        const tag = OPENING.find(each => start.startsWith(each));
        const between = BETWEEN.find(each => start.startsWith(each));
        this._hasChannels ||= (between ?? tag)?.startsWith('<|') === true;
        if (between) {
          this._rest = start.slice(between.length).trimStart();
        } else if (tag) {
          this._rest = start.slice(tag.length).trimStart();
          this._state = { closing: closingOf(tag) };
        } else if (
          !atEnd &&
          [...OPENING, ...BETWEEN].some(each => each.startsWith(start))
        ) {
          return found;
        } else {
          this._rest = this._isAfterThoughts ? start : this._rest;
          this._state = 'text';
        }
      } else {
        const { closing } = this._state;
        const at = this._rest.indexOf(closing);
        if (at >= 0) {
          found.thoughts += this._take(at);
          this._rest = this._rest.slice(closing.length);
          this._state = 'start';
          this._isAfterThoughts = true;
        } else {
          const held = atEnd ? 0 : overlap(this._rest, closing);
          found.thoughts += this._take(this._rest.length - held);
          return found;
        }
      }
    }
    return found;
  }

  private _take(length: number): string {
    const taken = this._rest.slice(0, length);
    this._rest = this._rest.slice(length);
    return taken;
  }
}

/** How much of the end of a text may be the beginning of the tag. */
function overlap(text: string, tag: string): number {
  let length = Math.min(text.length, tag.length - 1);
  while (length > 0 && !tag.startsWith(text.slice(-length))) {
    length--;
  }
  return length;
}

/**
 * Separates thinking from a complete text. Besides the tags at the beginning it
 * knows a closing one without an opening one, whose opening one was in the
 * prompt: it ends a line or stands on one of its own, outside of code.
 */
export function splitThinking(whole: string): ISplitText {
  const tags = new ThinkTags();
  const start = tags.push(whole);
  const rest = tags.end();
  const text = start.text + rest.text;
  const thoughts = start.thoughts + rest.thoughts;
  if (thoughts !== '' || OPENING.some(tag => whole.includes(tag))) {
    return { text, thoughts: thoughts.trim() };
  }
  const closing = /<\/(?:think|thinking|thought)>|\[\/THINK\]/.exec(whole);
  if (!closing || isInCode(whole, closing.index)) {
    return { text, thoughts: '' };
  }
  const before = whole.slice(0, closing.index);
  const after = whole.slice(closing.index + closing[0].length);
  return /(^|\n)[ \t]*$/.test(before) || /^[ \t]*(\n|$)/.test(after)
    ? { text: after.trimStart(), thoughts: before.trim() }
    : { text, thoughts: '' };
}

/** Whether a place is within a fenced block or in backticks. */
function isInCode(text: string, at: number): boolean {
  const before = text.slice(0, at);
  const fences = before.match(/^[ \t]*(```|~~~)/gm)?.length ?? 0;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return fences % 2 === 1 || (line.match(/`/g)?.length ?? 0) % 2 === 1;
}
