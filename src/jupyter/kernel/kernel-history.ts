import type { Kernel, KernelMessage } from '@jupyterlab/services';
import type { CellOutput, IHistoryMark } from '../../contract';
import { hashText } from '../../contract/text/hash-text';
import { Disposable } from '../../contract/util/disposable';
import { endsWithin } from '../../contract/util/ends-within';
import { isOurQuestion } from './ask-kernel';
import type { KernelView } from './kernel-view';
import {
  requestHistory,
  requestDetails,
  outputsOf,
  ANSWER_LIMIT,
  type IDetails,
  type IEntry,
  type IHistory
} from './request-history';
import { waitForKernel } from './wait-for-kernel';

/**
 * What a kernel's history says of a request. Being in it means that it began.
 */
export interface IKeptRun {
  /** Null if its number is not certain. */
  count: number | null;
  /**
   * The outputs in the history: some kernels keep all, others only the value.
   */
  outputs: CellOutput[];
  /** Whether `outputs` would include an error. */
  tellsErrors: boolean;
}

/**
 * A kernel's message as it begins an input; from outside, so anything may be
 * missing.
 */
type IBegun = Partial<KernelMessage.IExecuteInputMsg['content']>;

/** Where the history stands, and which process reported it. */
type Stand = Omit<IHistoryMark, 'input'> & { epoch: string };

/**
 * A kernel's own record of what it ran in this process (`history_request` of
 * the range type, session 0). Where the history stands must be learnt before a
 * request is sent, so that the request can be looked up later.
 *
 * Seen with ipykernel 7.4 and IPython 9.18: an input is recorded, without its
 * trailing newlines, before it begins; entry 0 is always there and empty;
 * `%reset in` blanks the entries, `get_ipython().reset()` drops them and begins
 * another session. A cell with a magic and the word “paste” is counted but not
 * recorded, and so are `exit` and `quit`. IRkernel and IJulia answer with
 * nothing.
 */
export class KernelHistory extends Disposable {
  private _stand: Stand | null = null;

  /** Epoch of a kernel that keeps no history. */
  private _without: string | null = null;

  /**
   * Where the history stood before the current run, and what the kernel has
   * begun since.
   */
  private _running: { before: Stand | null; begun: IBegun[] } | null = null;

  private _changes = 0;

  private _learning: Promise<void> | null = null;

  private _isWanted = false;

  constructor(private readonly _view: KernelView) {
    super();
    _view.session.iopubMessage.connect(this._onMessage, this);
    _view.session.connectionStatusChanged.connect(this._forget, this);
    _view.session.kernelChanged.connect(this._forget, this);
  }

  /** Whether something ran since it was learnt, and it can be learnt again. */
  get isOutdated(): boolean {
    const { epoch } = this._view.info;
    return (
      this._view.process !== null &&
      epoch !== this._without &&
      epoch !== this._stand?.epoch
    );
  }

  /**
   * From now on the history is read whenever the kernel is idle, so that
   * sending a request does not have to wait for it.
   */
  want(): void {
    if (this._isWanted || this.isDisposed) {
      return;
    }
    this._isWanted = true;
    this._view.changed.connect(this._look, this);
    this._look();
  }

  /** Asks an idle kernel where its history stands, unless that is known. */
  learn(): Promise<void> {
    this._learning ??= this._ask().finally(() => {
      this._learning = null;
    });
    return this._learning;
  }

  /** Code that will be in the history is being sent to the kernel now. */
  began(): void {
    this._running = { before: this._stand, begun: [] };
  }

  /**
   * The code has ended. If it was the only thing the kernel began, and its
   * number is the next one, we know where the history stands without asking.
   * This can be wrong if the code itself changed the history; looking up a
   * request then notices the mismatch and reports nothing.
   *
   * @param count the execution count in the kernel's answer.
   */
  ended(count: number | null): void {
    const running = this._running;
    this._running = null;
    const [input, ...more] = running?.begun ?? [];
    if (
      running?.before &&
      count === running.before.last + 1 &&
      input?.execution_count === count &&
      more.length === 0 &&
      typeof input.code === 'string'
    ) {
      this._stand = {
        ...running.before,
        last: count,
        lastHash: hashOf(input.code)
      };
    } else {
      this._look();
    }
  }

  /** What this code can be looked up by later, if it is sent right now. */
  mark(code: string): IHistoryMark | undefined {
    if (!this._stand || this._stand.epoch !== this._view.info.epoch) {
      return undefined;
    }
    const { epoch: _, ...status } = this._stand;
    return { ...status, input: hashOf(code) };
  }

  /**
   * Looks up a request, once the kernel has finished what it is doing.
   *
   * @param process the process that the request was sent to.
   * @param settled resolves once it is known whether anything of the request
   * can still be on its way to the kernel; true if not.
   * @returns null if nothing is known.
   * @throws the signal's reason.
   */
  async find(
    mark: IHistoryMark,
    process: string,
    signal: AbortSignal,
    settled: () => Promise<boolean>
  ): Promise<IKeptRun | 'not-run' | null> {
    const kernel = this._view.session.session?.kernel;
    if (!kernel) {
      return null;
    }
    const look = async (): Promise<IEntry[] | null> => {
      const history = await this._answered(
        requestHistory(kernel, mark.last, true),
        signal
      );
      return history?.process === process ? since(mark, history) : null;
    };
    let entries = await look();
    if (entries && !begun(mark, entries)) {
      if (!(await settled())) {
        return null;
      }
      // The kernel takes turns between its clients. What had arrived before the
      // first question is read before the second.
      await look();
      entries = await look();
    }
    if (!entries) {
      return null;
    }
    const found = begun(mark, entries);
    const details = await this._answered(
      requestDetails(
        kernel,
        this._language(kernel),
        found?.number ?? mark.last
      ),
      signal
    );
    if (!details || details.session !== mark.session) {
      // It is in the history, so it has begun all the same.
      return found ? BEGUN : null;
    }
    const isWhole = details.count === (entries.at(-1)?.number ?? mark.last);
    if (!found) {
      return isWhole ? 'not-run' : null;
    }
    return isWhole
      ? {
          count: found.number,
          outputs: outputsOf(found, details),
          tellsErrors: details.outputs !== null
        }
      : BEGUN;
  }

  protected override release(): void {
    this._view.changed.disconnect(this._look, this);
    const { session } = this._view;
    session.iopubMessage.disconnect(this._onMessage, this);
    session.connectionStatusChanged.disconnect(this._forget, this);
    session.kernelChanged.disconnect(this._forget, this);
  }

  private _look(): void {
    const { status, session } = this._view;
    if (
      this._isWanted &&
      this._running === null &&
      status === 'idle' &&
      session.session?.kernel?.connectionStatus === 'connected' &&
      this.isOutdated
    ) {
      void this.learn();
    }
  }

  private async _ask(): Promise<void> {
    const kernel = this._view.session.session?.kernel;
    if (!kernel || !this.isOutdated) {
      return;
    }
    const { epoch } = this._view.info;
    const changes = this._changes;
    const noted = Promise.all([
      requestHistory(kernel, -1, false),
      requestDetails(kernel, this._language(kernel), null)
    ]).then(([history, details]) => {
      if (changes === this._changes) {
        this._note(epoch, history, details);
      }
    });
    // No longer waited for, but a late answer still counts: a busy machine is
    // slow.
    if (!(await endsWithin(noted, ANSWER_LIMIT)) && changes === this._changes) {
      this._without = epoch;
    }
  }

  private _note(
    epoch: string,
    history: IHistory | null,
    details: IDetails | null
  ): void {
    const last = history?.entries.at(-1);
    const session = details?.session ?? null;
    // An empty history cannot be told from one that is never recorded.
    if (
      last &&
      history?.process === this._view.process &&
      (session !== null || last.number > 0)
    ) {
      this._stand = {
        epoch,
        last: last.number,
        lastHash: hashText(last.input),
        session
      };
      this._without = null;
    } else if (history || this._view.status === 'idle') {
      this._without = epoch;
    }
  }

  /** Null if the kernel is lost before it has answered. */
  private async _answered<T>(
    answer: Promise<T | null>,
    signal: AbortSignal
  ): Promise<T | null> {
    const { _view: view } = this;
    const { epoch } = view.info;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isAsked = false;
    try {
      return await waitForKernel<T | null>(view, signal, settle => {
        if (!isAsked) {
          isAsked = true;
          void answer.then(settle);
        }
        const { status, epoch: now } = view.info;
        if (
          view.session.isDisposed ||
          GONE.has(status) ||
          (epoch !== '' && now !== '' && now !== epoch)
        ) {
          settle(null);
        } else if (status === 'busy') {
          // It has to finish somebody's code first.
          clearTimeout(timer);
          timer = undefined;
        } else {
          timer ??= setTimeout(() => settle(null), ANSWER_LIMIT);
        }
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Right after a page load, only the kernel itself can say. */
  private async _language(kernel: Kernel.IKernelConnection): Promise<string> {
    const { language } = this._view.info;
    return language || ((await kernel.info)?.language_info?.name ?? '');
  }

  private _onMessage(_: unknown, message: KernelMessage.IMessage): void {
    if (
      message.header.msg_type === 'execute_input' &&
      !isOurQuestion(message)
    ) {
      this._stand = null;
      this._changes++;
      this._running?.begun.push(message.content as IBegun);
    }
  }

  /** It is another kernel, or messages may have been missed. */
  private _forget(): void {
    this._stand = null;
    this._running &&= { before: null, begun: [] };
    this._changes++;
  }
}

/** As a kernel records it: without its trailing newlines. */
function hashOf(code: string): string {
  return hashText(code.replace(/(?<!\n)\n+$/, ''));
}

const BEGUN: IKeptRun = { count: null, outputs: [], tellsErrors: false };

const GONE: ReadonlySet<string> = new Set([
  'dead',
  'none',
  'restarting',
  'disconnected'
]);

/** The entries since the mark; null if it is no longer the same history. */
function since(mark: IHistoryMark, { entries }: IHistory): IEntry[] | null {
  const [first, ...rest] = entries;
  return first?.number === mark.last &&
    hashText(first.input) === mark.lastHash &&
    // Blank code is never recorded: such an entry was wiped.
    rest.every(({ input }) => input.trim() !== '')
    ? rest
    : null;
}

function begun(
  { input }: IHistoryMark,
  entries: readonly IEntry[]
): IEntry | undefined {
  return entries.find(entry => hashText(entry.input) === input);
}
