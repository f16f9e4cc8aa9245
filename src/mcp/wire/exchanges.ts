/** One request and what came back, as far as the page may see it. */
export interface IExchange {
  /** Method of the protocol; empty for what is not a call of it. */
  rpc: string;
  /** Undefined where nothing came back that the page may read. */
  status?: number;
  type?: string;
  /** Whether the page sees the header that names the session. */
  hasSession?: boolean;
  redirected?: boolean;
  tooLarge?: boolean;
}

/** Requests remembered, at most: the last ones explain a failure. */
const MOST = 20;

/** The last requests to a server, from which a failure is explained. */
export class Exchanges {
  private readonly _all: IExchange[] = [];

  /** Those that asked for the stream on which a 2025 server tells of changes. */
  private _streams: IExchange[] = [];

  /** @param isStream whether it asks for the stream of what the server tells. */
  begin(rpc: string, isStream = false): IExchange {
    const exchange: IExchange = { rpc };
    if (isStream) {
      // Whether there were several is all that counts.
      this._streams = [...this._streams.slice(-1), exchange];
    }
    this._all.push(exchange);
    this._all.splice(0, this._all.length - MOST);
    return exchange;
  }

  get last(): IExchange | undefined {
    return this._all.at(-1);
  }

  /** The last one of a method. */
  of(rpc: string): IExchange | undefined {
    return this._all.findLast(each => each.rpc === rpc);
  }

  /** Whether that stream has been there from the beginning: else something may have been missed. */
  get isStreamWhole(): boolean {
    return this._streams.length === 1 && this._streams[0].status === 200;
  }

  get isTooLarge(): boolean {
    return this._all.some(({ tooLarge }) => tooLarge);
  }
}
