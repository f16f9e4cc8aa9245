import {
  EFFECTS,
  TURN_EFFECTS,
  reviewLevel,
  type Effect,
  type IServerTool,
  type ReviewLevel
} from '../../contract';
import { type RunManager, tellTurn } from '../run/run-manager';
import {
  keepMemory,
  type IThreadContext
} from '../thread-context/thread-context';

/** What a person allows for the rest of a turn, or of a plan. */
export class TurnControl {
  constructor(
    private readonly _state: IThreadContext,
    private readonly _runs: RunManager,
    /** Reviews pending calls again. */
    private readonly _onChange: () => Promise<void>
  ) {}

  /** "Approve the rest of this turn", including what is pending now. */
  async allow(
    on: boolean,
    effects: readonly Effect[] = on ? TURN_EFFECTS : EFFECTS
  ): Promise<void> {
    if (!on) {
      await this._askMore('cell');
    }
    await this._set(on, effects);
  }

  /**
   * How much is asked for the rest of the plan: more than before, never less.
   */
  async setPlanLevel(level: ReviewLevel): Promise<void> {
    if (await this._askMore(level)) {
      await this._set(false, TURN_EFFECTS);
    }
  }

  /** Allows a tool of a server for the rest of this turn. */
  async allowTool(tool: IServerTool): Promise<void> {
    const turn = this._runs.run?.turn;
    if (turn) {
      turn.allowTool(tool);
      tellTurn(this._state, this._runs);
      await this._onChange();
    }
  }

  private async _set(on: boolean, effects: readonly Effect[]): Promise<void> {
    const turn = this._runs.run?.turn;
    const forgot = !on && turn?.forgetTools();
    if (turn?.allow(effects, on) || forgot) {
      tellTurn(this._state, this._runs);
      await this._onChange();
    }
  }

  /** @returns whether that is more than was asked before. */
  private async _askMore(level: ReviewLevel): Promise<boolean> {
    const { memory } = this._state.memoryStore;
    const levels = reviewLevel.options;
    const { plan, level: now = 'cell' } = memory;
    if (!plan || levels.indexOf(level) >= levels.indexOf(now)) {
      return false;
    }
    memory.level = level;
    this._state.log.tell({ type: 'plan-level', plan, level });
    // A later page asks as much.
    await keepMemory(this._state);
    return true;
  }
}
