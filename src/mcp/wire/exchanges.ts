/** One request and its response, as far as the page may see it. */
export interface IExchange {
  /** Method of the protocol; empty if it is not a protocol call. */
  rpc: string;
  /** Undefined if there was no response the page may read. */
  status?: number;
  type?: string;
  /** Whether the page can see the header with the session id. */
  hasSession?: boolean;
  redirected?: boolean;
  /** What an error response says. */
  said?: string;
  /** When to ask again, as the server says it: seconds or a date. */
  retryAfter?: string;
  tooLarge?: boolean;
}

/** Number of requests remembered; the latest ones explain a failure. */
const MOST = 20;

/** The latest requests to a server, from which a failure is explained. */
export class Exchanges {
  private readonly _all: IExchange[] = [];

  /** Requests for the stream on which a 2025 server reports changes. */
  private _streams: IExchange[] = [];

  /** @param isStream whether this requests the stream of changes. */
  begin(rpc: string, isStream = false): IExchange {
    const exchange: IExchange = { rpc };
    if (isStream) {
      // It only matters whether there were several.
      this._streams = [...this._streams.slice(-1), exchange];
    }
    this._all.push(exchange);
    this._all.splice(0, this._all.length - MOST);
    return exchange;
  }

  get last(): IExchange | undefined {
    return this._all.at(-1);
  }

  /** The last exchange with a method. */
  of(rpc: string): IExchange | undefined {
    return this._all.findLast(each => each.rpc === rpc);
  }

  /**
   * Whether the stream has been open from the beginning; if not, changes may
   * have been missed.
   */
  get isStreamWhole(): boolean {
    return this._streams.length === 1 && this._streams[0].status === 200;
  }

  /** Whether the server turned away the last request, though it knows who asks. */
  get isForbidden(): boolean {
    return this._all.findLast(({ rpc }) => rpc !== '')?.status === 403;
  }

  get isTooLarge(): boolean {
    return this._all.some(({ tooLarge }) => tooLarge);
  }
}
