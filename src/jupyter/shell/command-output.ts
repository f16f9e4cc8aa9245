import type { CommandMessage } from './command-code';

export type CommandEnd = Extract<CommandMessage, { end: string }>;

interface IChunk {
  stream: 'stdout' | 'stderr';
  text: string;
}

/** Joins what the hidden kernel prints: one JSON per line, split anywhere. */
export class CommandOutput {
  readonly text = { stdout: '', stderr: '' };

  /** Set once some output was dropped. */
  cut = false;
  /** How the command ended; null until then. */
  end: CommandEnd | null = null;
  private _rest = '';

  /** @param _onOutput called with each piece as it arrives. */
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

/** Tells the model, in the middle of the text, that something was cut. */
function leftOut(characters: number): string {
  return `\n[… ${characters} characters left out …]\n`;
}
