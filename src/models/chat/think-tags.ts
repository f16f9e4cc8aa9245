/** Tags in which models wrap thinking that their server did not take out. */
const OPENING = ['think', 'thinking', 'thought', 'reasoning', 'seed:think']
  .map(name => `<${name}>`)
  // gpt-oss has channels: the last is its thinking.
  .concat('[THINK]', '◁think▷', '<|channel|>analysis<|message|>');

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
  private _state: 'start' | 'thoughts' | 'text' = 'start';
  /** What ends the thinking, or is left out of the text. */
  private _marks: string[] = [];
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
      if (this._state === 'start') {
        if (!this._begin(atEnd)) {
          return found;
        }
        continue;
      }
      const marks = this._marks;
      const at = beginningOf(marks, this._rest);
      found[this._state] += this._rest.slice(0, at);
      this._rest = this._rest.slice(at);
      const mark = marks.find(each => this._rest.startsWith(each));
      if (mark) {
        this._rest = this._rest.slice(mark.length);
        this._isAfterThoughts ||= this._state === 'thoughts';
        this._state = this._state === 'thoughts' ? 'start' : 'text';
      } else if (atEnd) {
        found[this._state] += this._rest;
        this._rest = '';
      } else {
        return found;
      }
    }
    return found;
  }

  /** @returns false if it takes more to tell what the text begins with. */
  private _begin(atEnd: boolean): boolean {
    const start = this._rest.trimStart();
    const tags = [...OPENING, ...BETWEEN];
    const tag = tags.find(each => start.startsWith(each));
    if (tag) {
      this._hasChannels ||= tag.startsWith('<|');
      this._rest = start.slice(tag.length).trimStart();
      this._state = OPENING.includes(tag) ? 'thoughts' : 'start';
      this._marks = [closingOf(tag)];
      return true;
    }
    if (!atEnd && tags.some(each => each.startsWith(start))) {
      return false;
    }
    this._rest = this._isAfterThoughts ? start : this._rest;
    this._state = 'text';
    this._marks = this._hasChannels ? ENDINGS : [];
    return true;
  }
}

/** Where a mark begins, or may begin at the end of the text; else its length. */
function beginningOf(marks: readonly string[], text: string): number {
  const places = marks.flatMap(mark => {
    const whole = text.indexOf(mark);
    let at = Math.max(0, text.length - mark.length + 1);
    while (!mark.startsWith(text.slice(at))) {
      at++;
    }
    return [whole < 0 ? at : whole];
  });
  return Math.min(text.length, ...places);
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
  const closing = LONE_CLOSING.exec(whole);
  if (!closing || isInCode(whole, closing.index)) {
    return { text, thoughts: '' };
  }
  const before = whole.slice(0, closing.index);
  const after = whole.slice(closing.index + closing[0].length);
  return /(^|\n)[ \t]*$/.test(before) || /^[ \t]*(\n|$)/.test(after)
    ? { text: after.trimStart(), thoughts: before.trim() }
    : { text, thoughts: '' };
}

const LONE_CLOSING =
  /<\/(?:think|thinking|thought|reasoning|seed:think)>|[[◁]\/think[\]▷]/i;

/** Whether a place is within a fenced block or in backticks. */
function isInCode(text: string, at: number): boolean {
  const before = text.slice(0, at);
  const fences = before.match(/^[ \t]*(```|~~~)/gm)?.length ?? 0;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return fences % 2 === 1 || (line.match(/`/g)?.length ?? 0) % 2 === 1;
}
