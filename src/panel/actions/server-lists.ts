import type { CompletionItem, IMentionState } from '../state/mention-at';
import type { IPanelServices } from '../state/panel-services';
import type { ILazyComposing } from './lazy-composing';
import type { IServerThings, ServerThings } from './server-things';

/**
 * What MCP servers offer under `@` and `/`; loads nothing before it is needed.
 */
export class ServerLists {
  private _things: ServerThings | null = null;

  /** What they listed when the list was opened, by `@` or `/`. */
  private readonly _listed = new Map<'@' | '/', Promise<IServerThings>>();

  constructor(
    private readonly _services: Pick<IPanelServices, 'mcp' | 'trans'>,
    private readonly _lazy: () => Promise<ILazyComposing | null>
  ) {}

  /** Null if MCP servers are not available. */
  async load(): Promise<ServerThings | null> {
    const { mcp, trans } = this._services;
    if (!mcp) {
      return null;
    }
    const [lazy, service] = await Promise.all([this._lazy(), mcp()]);
    return (this._things ??= lazy && new lazy.ServerThings(service, trans));
  }

  async matching({
    sign,
    query
  }: Pick<IMentionState, 'sign' | 'query'>): Promise<CompletionItem[]> {
    const things = await this.load();
    if (!things) {
      return [];
    }
    // Fetched when the list opens, not at each keystroke.
    let listed = this._listed.get(sign);
    if (!listed || query === '') {
      listed = things.list(sign);
      this._listed.set(sign, listed);
    }
    return things.matching(await listed, query);
  }
}
