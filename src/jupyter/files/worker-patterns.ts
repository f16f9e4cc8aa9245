import type { IPatterns, ITranslator } from '../../contract';
import { WorkspaceError } from '../../contract/ports/workspace-error';
import type { ILineSearch, ILinesFound } from './match-lines';

/**
 * The part of `Worker` that is used here. It posts `ready` once its code is
 * loaded.
 */
export interface IPatternWorker {
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(search: ILineSearch): void;
  terminate(): void;
}

/** How long the worker's code may take to load, in ms. */
const START_LIMIT = 15_000;

/**
 * Runs regular expressions, each search in a worker of its own: a runaway
 * expression can only be stopped by ending its thread.
 */
export class WorkerPatterns implements IPatterns {
  constructor(
    private readonly _trans: ITranslator,
    private readonly _start: () => Promise<IPatternWorker> = startInPage
  ) {}

  async find(
    pattern: string,
    texts: string[],
    limits: { matches: number; ms: number },
    signal: AbortSignal
  ): Promise<ILinesFound> {
    this._check(pattern);
    if (signal.aborted) {
      throw signal.reason;
    }
    if (texts.length === 0) {
      return { matches: [], cut: false };
    }
    const worker = await this._start().catch((cause: unknown) => {
      throw this._unavailable(cause);
    });
    try {
      return await this._answer(
        worker,
        { pattern, texts, matches: limits.matches },
        limits.ms,
        signal
      );
    } finally {
      worker.terminate();
    }
  }

  /** @throws WorkspaceError `bad-pattern` */
  private _check(pattern: string): void {
    try {
      new RegExp(pattern, 'i');
    } catch (cause) {
      throw new WorkspaceError(
        'bad-pattern',
        this._trans.__(
          '“%1” is not a valid JavaScript regular expression: “%2”. Correct it, or put a backslash before each of . * + ? ( ) [ ] { } ^ $ | to search for the characters themselves.',
          pattern,
          reason(cause)
        ),
        { cause }
      );
    }
  }

  private _answer(
    worker: IPatternWorker,
    search: ILineSearch,
    ms: number,
    signal: AbortSignal
  ): Promise<ILinesFound> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop = (): void => undefined;
    return new Promise<ILinesFound>((resolve, reject) => {
      stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop);
      timer = setTimeout(() => reject(this._unavailable()), START_LIMIT);
      worker.onerror = event => reject(this._unavailable(event.error));
      worker.onmessage = ({ data }: MessageEvent<'ready' | ILinesFound>) => {
        if (data !== 'ready') {
          resolve(data);
          return;
        }
        clearTimeout(timer);
        timer = setTimeout(() => reject(this._tooSlow(search.pattern, ms)), ms);
        worker.postMessage(search);
      };
    }).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    });
  }

  private _tooSlow(pattern: string, ms: number): WorkspaceError {
    return new WorkspaceError(
      'bad-pattern',
      this._trans.__(
        '“%1” took too long and was stopped after %2 s. Use a simpler pattern, without a repetition inside a repetition, or search in fewer files.',
        pattern,
        (ms / 1000).toLocaleString()
      )
    );
  }

  private _unavailable(cause?: unknown): WorkspaceError {
    return new WorkspaceError(
      'failed',
      this._trans.__(
        'The search could not be started in this browser. Reload the page, or search with code in a cell.'
      ),
      { cause }
    );
  }
}

async function startInPage(): Promise<IPatternWorker> {
  const { startPatternWorker } = await import('./start-pattern-worker');
  return startPatternWorker();
}

/** V8's message is "Invalid regular expression: /a(/: Unterminated group". */
function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(text.lastIndexOf(': ') + 1).trim();
}
