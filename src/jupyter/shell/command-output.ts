import { HEAD, TAIL, type CommandMessage } from './command-code';

export type CommandEnd = Extract<CommandMessage, { end: string }>;

interface IChunk {
  stream: 'stdout' | 'stderr';
  text: string;
}

/** Puts together what the hidden kernel prints: JSON, a line each, cut anywhere. */
export class CommandOutput {
  readonly text = { stdout: '', stderr: '' };

  /** Set once some of it was dropped. */
  cut = false;
  /** How the command ended; null until it did. */
  end: CommandEnd | null = null;
  private _rest = '';

  /** @param _onOutput told of each piece as it comes. */
  constructor(private readonly _onOutput: (chunk: IChunk) => void) {}

  push(printed: string): void {
    const lines = (this._rest + printed).split('\n');
    this._rest = lines.pop() ?? '';
    for (const line of lines) {
      // A person's IPython profile may print something of its own.
      if (line.startsWith('{"')) {
        this._take(JSON.parse(line) as CommandMessage);
      }
    }
  }

  private _take(message: CommandMessage): void {
    if ('end' in message) {
      this.end = message;
      return;
    }
    const stream = message.out === 1 ? 'stdout' : 'stderr';
    if ('left' in message) {
      this.cut = true;
    }
    const text = 'left' in message ? leftOut(message.left) : message.text;
    this.text[stream] += text;
    this._onOutput({ stream, text });
  }
}

/** Keeps the beginning and the end of a long text. */
export class BoundedText {
  private _head = '';

  private _tail = '';

  private _left = 0;

  add(text: string): void {
    const room = HEAD - this._head.length;
    this._head += text.slice(0, room);
    const tail = this._tail + text.slice(Math.max(0, room));
    this._left += Math.max(0, tail.length - TAIL);
    this._tail = tail.slice(-TAIL);
  }

  get isCut(): boolean {
    return this._left > 0;
  }

  get text(): string {
    return this._head + (this.isCut ? leftOut(this._left) : '') + this._tail;
  }
}

/** For the model, in the middle of the text. */
function leftOut(characters: number): string {
  return `\n[… ${characters} characters left out …]\n`;
}
