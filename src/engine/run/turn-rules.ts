import {
  TURN_EFFECTS,
  isForServerTool,
  type Effect,
  type IServerTool
} from '../../contract';

/** A call as the person saw it. */
export interface IShownCall {
  name: string;
  arguments: Record<string, unknown>;
}

/**
 * What the person decided in one turn: for the rest of it, and call by call.
 */
export class TurnRules {
  private readonly _effects = new Set<Effect>();
  private _tools: IServerTool[] = [];
  private _calls: ReadonlySet<string> = new Set();
  private readonly _reviewed = new Set<string>();

  /** Effects that the person allowed for the rest of this turn. */
  get effects(): ReadonlySet<Effect> {
    return this._effects;
  }

  /** The same for one call, which may have been approved as it is. */
  effectsFor(call: IShownCall): ReadonlySet<Effect> {
    return this._calls.has(written(call))
      ? new Set([...this._effects, ...TURN_EFFECTS])
      : this._effects;
  }

  /** Calls that were on the card of a step, and no others. */
  allowCalls(calls: readonly IShownCall[]): void {
    this._calls = new Set(calls.map(written));
  }

  /** Tools of servers that the person allowed; that also ends with the page. */
  get tools(): readonly IServerTool[] {
    return this._tools;
  }

  /** The names of these tools, as an event carries them. */
  get toolNames(): string[] {
    return this._tools.map(({ tool, server }) => `${tool} (${server})`);
  }

  /** Calls that a person decided on, by id. */
  get reviewed(): ReadonlySet<string> {
    return this._reviewed;
  }

  /** @returns whether that changes anything. */
  allow(effects: readonly Effect[], on: boolean): boolean {
    if (!on) {
      this._calls = new Set();
    }
    const changed = effects.filter(each => this._effects.has(each) !== on);
    changed.forEach(each =>
      on ? this._effects.add(each) : this._effects.delete(each)
    );
    return changed.length > 0;
  }

  allowTool(tool: IServerTool): void {
    this._tools = [
      ...this._tools.filter(each => !isForServerTool(each, tool)),
      tool
    ];
  }

  /** @returns whether there were any. */
  forgetTools(): boolean {
    const had = this._tools.length > 0;
    this._tools = [];
    return had;
  }

  /** Notes that a person decided on a call. */
  review(callId: string): void {
    this._reviewed.add(callId);
  }
}

/** Equal for calls that do the same; their description does nothing. */
function written({ name, arguments: given }: IShownCall): string {
  const { description: _description, ...args } = given;
  return JSON.stringify([
    name,
    Object.entries(args)
      .map(([key, value]) => [
        key,
        typeof value === 'string' ? value.trim() : value
      ])
      .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))
  ]);
}
