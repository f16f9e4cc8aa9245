import type { Terminal } from '@jupyterlab/services';
import { UUID } from '@lumino/coreutils';

import type { ICommandRun, ITranslator } from '../../contract';
import { WorkspaceError } from '../../contract/ports/workspace-error';
import type { ICommandOptions } from './command-code';
import { BoundedText } from './command-output';
import { type CommandListeners, NOT_BEGUN } from './kernel-shell';
import { TerminalText } from './terminal-text';

/** ms: if no shell has answered in a terminal by then, it has none we know. */
export const READY_LIMIT = 15_000;
/** From Ctrl-C to closing the terminal, in ms. */
const KILL_AFTER = 1_000;

/**
 * Runs commands in a Jupyter terminal, for servers without a Python kernel. A
 * raw terminal mixes both streams and shows no exit code, so a POSIX shell of
 * our own in it prints marks around the output.
 */
export class TerminalShell {
  constructor(
    private readonly _terminals: Terminal.IManager,
    private readonly _trans: ITranslator
  ) {}

  /**
   * @throws WorkspaceError if there is no terminal, or no POSIX shell in it.
   */
  async run(
    command: ICommandOptions,
    listeners: CommandListeners
  ): Promise<ICommandRun> {
    if (listeners.signal.aborted) {
      return NOT_BEGUN;
    }
    const terminal = await this._open(command.cwd);
    try {
      return await new TerminalRun(
        terminal,
        command,
        listeners,
        this._trans
      ).result();
    } finally {
      terminal.shutdown().catch((error: unknown) => {
        console.warn('Cellwright: a terminal may be left', error);
      });
    }
  }

  private async _open(cwd: string): Promise<Terminal.ITerminalConnection> {
    try {
      return await this._terminals.startNew(cwd ? { cwd } : {});
    } catch (error) {
      throw new WorkspaceError(
        'failed',
        this._trans.__(
          'The command was not run: the server could not open a terminal for it (%1). Try again in a moment.',
          error instanceof Error ? error.message : String(error)
        ),
        { cause: error }
      );
    }
  }
}

/** One command in a terminal of its own. */
class TerminalRun {
  private readonly _marks: { ready: string; end: string };

  private readonly _text: TerminalText;

  private readonly _output = new BoundedText();

  private readonly _begunAt = performance.now();

  private _release: () => void = () => undefined;

  constructor(
    private readonly _terminal: Terminal.ITerminalConnection,
    private readonly _command: ICommandOptions,
    private readonly _listeners: CommandListeners,
    private readonly _trans: ITranslator
  ) {
    const nonce = UUID.uuid4().replace(/-/g, '');
    this._marks = { ready: `READY${nonce}`, end: `END${nonce}` };
    this._text = new TerminalText(this._marks.ready, this._marks.end);
  }

  result(): Promise<ICommandRun> {
    const { _terminal: terminal, _command: command } = this;
    const { signal } = this._listeners;
    const timers: ReturnType<typeof setTimeout>[] = [];
    return new Promise<ICommandRun>((resolve, reject) => {
      let killed: 'stopped' | 'timeout' | null = null;
      const kill = (status: 'stopped' | 'timeout'): void => {
        killed ??= status;
        this._type('\u0003');
        timers.push(
          setTimeout(() => resolve(this._report(status)), KILL_AFTER)
        );
      };
      const onAbort = (): void => kill('stopped');
      const onMessage = (_: unknown, message: Terminal.IMessage): void => {
        if (message.type === 'disconnect') {
          if (killed) {
            resolve(this._report(killed));
          } else {
            reject(this._lost());
          }
        } else if (message.type === 'stdout') {
          const wasReady = this._text.isReady;
          this._take(this._text.push(String(message.content?.[0] ?? '')));
          if (!wasReady && this._text.isReady) {
            this._sendScript();
            timers.push(setTimeout(() => kill('timeout'), command.timeout));
          }
          if (this._text.exitCode !== null) {
            resolve(this._report('done'));
          }
        }
      };
      terminal.messageReceived.connect(onMessage);
      signal.addEventListener('abort', onAbort);
      this._release = () => {
        terminal.messageReceived.disconnect(onMessage);
        signal.removeEventListener('abort', onAbort);
        timers.forEach(clearTimeout);
      };
      timers.push(
        setTimeout(() => {
          if (!this._text.isReady) {
            reject(this._noShell());
          }
        }, READY_LIMIT)
      );
      this._begin();
    }).finally(() => this._release());
  }

  /**
   * Turns whatever shell it is into ours, which echoes nothing and waits for a
   * script.
   */
  private _begin(): void {
    this._terminal.send({ type: 'set_size', content: [50, 500, 800, 4000] });
    const [ready, nonce] = halves(this._marks.ready);
    this._type(
      ` exec sh -c 'stty -echo -onlcr; printf "%s%s" ${ready} ${nonce}; s=; ` +
        'while IFS= read -r l; do case "$l" in .) break;; esac; s="$s$l"; done; ' +
        'eval "$(printf %s "$s" | base64 -d)"\'\r'
    );
  }

  private _sendScript(): void {
    const { command, stdin } = this._command;
    const [end, nonce] = halves(this._marks.end);
    const script = [
      'export TERM=dumb NO_COLOR=1 PAGER=cat GIT_PAGER=cat PYTHONUNBUFFERED=1',
      `c=$(printf %s '${base64(command)}' | base64 -d)`,
      `printf %s '${base64(stdin)}' | base64 -d | sh -c "$c"`,
      `printf '%s%s:%s:' ${end} ${nonce} "$?"`
    ].join('\n');
    // A terminal accepts lines of at most 4,096 characters.
    const lines = base64(script).match(/.{1,1000}/g) ?? [];
    this._type([...lines, '.', ''].join('\r'));
  }

  private _type(text: string): void {
    this._terminal.send({ type: 'stdin', content: [text] });
  }

  private _take(text: string): void {
    if (text) {
      this._output.add(text);
      this._listeners.onOutput({ stream: 'stdout', text });
    }
  }

  private _report(status: 'done' | 'stopped' | 'timeout'): ICommandRun {
    this._take(this._text.flush());
    return {
      status,
      exitCode: this._text.exitCode,
      stdout: this._output.text,
      stderr: '',
      merged: true,
      ...(this._output.isCut && { cut: true }),
      ms: Math.round(performance.now() - this._begunAt)
    };
  }

  private _noShell(): WorkspaceError {
    return new WorkspaceError(
      'failed',
      this._trans.__(
        'The command was not run: the terminal of this server has no shell that can run it. Run it in a terminal yourself.'
      )
    );
  }

  private _lost(): WorkspaceError {
    return new WorkspaceError(
      'failed',
      this._trans.__(
        'The terminal that ran the command was closed, so its result is not known. Look at what the command did before you run it again.'
      )
    );
  }
}

/**
 * In two parts, so that the terminal's echo of the line is not taken for the
 * mark.
 */
function halves(mark: string): [string, string] {
  return [mark.slice(0, 8), mark.slice(8)];
}

function base64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let binary = '';
  for (const byte of bytes) {
    binary += String.fromCharCode(byte);
  }
  return btoa(binary);
}
