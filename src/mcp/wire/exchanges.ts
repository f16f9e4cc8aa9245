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
  begin(rpc: string): IExchange {
    const exchange: IExchange = { rpc };
    this.#all.push(exchange);
    this.#all.splice(0, this.#all.length - MOST);
    return exchange;
  }

  get last(): IExchange | undefined {
    return this.#all.at(-1);
  }

  /** The last one of a method. */
  of(rpc: string): IExchange | undefined {
    return this.#all.findLast(each => each.rpc === rpc);
  }

  get isTooLarge(): boolean {
    return this.#all.some(({ tooLarge }) => tooLarge);
  }

  readonly #all: IExchange[] = [];
}
