import type { Kernel, KernelMessage } from '@jupyterlab/services';
import type { CellOutput, IHistoryMark } from '../../contract';
import { hashText } from '../../contract/text/hash-text';
import { Disposable } from '../../contract/util/disposable';
import { isInTime } from '../../contract/util/is-in-time';
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
import { watchKernel } from './watch-kernel';

/** What a kernel's history knows of a request: it is in it, so it was begun. */
export interface IKeptRun {
  /** Null where its number is not certain. */
  count: number | null;
  /** What the history kept of them: of some kernels all, of others the value alone. */
  outputs: CellOutput[];
  /** Whether an error would be among them. */
  tellsErrors: boolean;
}

/** What a kernel says as it begins; from outside, so that anything may be missing. */
type IBegun = Partial<KernelMessage.IExecuteInputMsg['content']>;

/** Where the history stands, and of which process that was told. */
type Stand = Omit<IHistoryMark, 'input'> & { epoch: string };

/**
 * A kernel's own memory of what it ran in this process (`history_request` of
 * the range type, session 0). What a request is to be looked up by must be
 * learnt before it leaves.
 *
 * Seen with ipykernel 7.4 and IPython 9.18: an input is kept, without the
 * newlines at its end, before it begins; entry 0 is always there and empty;
 * `%reset in` blanks the entries, `get_ipython().reset()` drops them and begins
 * another session. A cell with a magic and the word “paste” is counted and not
 * kept, and so are `exit` and `quit`. IRkernel and IJulia answer with nothing.
 */
export class KernelHistory extends Disposable {
  private _stand: Stand | null = null;

  /** Epoch of a kernel that keeps no history. */
  private _without: string | null = null;

  /** Where it stood before what runs now, and what the kernel began since. */
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
   * From now on it is learnt whenever the kernel has nothing to do, so that
   * nobody has to wait for it when something is sent.
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

  /** Code that is to stand in the history leaves for the kernel now. */
  began(): void {
    this._running = { before: this._stand, begun: [] };
  }

  /**
   * It has ended. Where it was all that the kernel began, and has the number
   * that comes next, the history stands there: nobody has to ask. It may be
   * wrong where the code itself changed the history, which is noticed when a
   * request is looked up by it, and then nothing is known.
   *
   * @param count the number that the kernel answered with.
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

  /** What this code is to be looked up by, if it is sent right now. */
  mark(code: string): IHistoryMark | undefined {
    if (!this._stand || this._stand.epoch !== this._view.info.epoch) {
      return undefined;
    }
    const { epoch: _, ...stand } = this._stand;
    return { ...stand, input: hashOf(code) };
  }

  /**
   * Looks a request up, once the kernel has ended what it is at.
   *
   * @param process the one that the request was sent to.
   * @param settled resolves once nothing of the request can be on its way to the
   * kernel any more: whether that is so.
   * @returns null where nothing is known.
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
      // The kernel takes turns between those who ask. What was there before the
      // first question is taken before the second.
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
      // Of what was begun that is all the same: it stands there.
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
    // Not waited for any longer, and heard all the same: a busy machine is slow.
    if (!(await isInTime(noted, ANSWER_LIMIT)) && changes === this._changes) {
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
    // A history that is empty says nothing of whether it was.
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

  /** Null where the kernel is lost before it has answered. */
  private async _answered<T>(
    answer: Promise<T | null>,
    signal: AbortSignal
  ): Promise<T | null> {
    const { _view: view } = this;
    const { epoch } = view.info;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isAsked = false;
    try {
      return await watchKernel<T | null>(view, signal, settle => {
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
          // It has to end somebody's code first.
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

  /** In a page that has just been loaded only the kernel itself can tell it. */
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

  /** Another kernel, or one of which nobody knows what was missed. */
  private _forget(): void {
    this._stand = null;
    this._running &&= { before: null, begun: [] };
    this._changes++;
  }
}

/** As a kernel keeps it: without the newlines at its end. */
function hashOf(code: string): string {
  return hashText(code.replace(/\n+$/, ''));
}

const BEGUN: IKeptRun = { count: null, outputs: [], tellsErrors: false };

const GONE: ReadonlySet<string> = new Set([
  'dead',
  'none',
  'restarting',
  'disconnected'
]);

/** What was begun since; null where the history is not the same any more. */
function since(mark: IHistoryMark, { entries }: IHistory): IEntry[] | null {
  const [first, ...rest] = entries;
  return first?.number === mark.last &&
    hashText(first.input) === mark.lastHash &&
    // Blank code is not kept: such an entry was wiped.
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
