import type { IRunRecord } from '../../contract';
import type { TurnRules } from '../run-context/turn-rules';
import type { IThreadContext } from './thread-context';

/** Emits and stores what is allowed for this turn now. */
export function tellTurn(
  { log }: IThreadContext,
  runs: {
    readonly run: { turn: TurnRules } | null;
    noteRun(change: Partial<IRunRecord>): void;
  }
): void {
  const turn = runs.run?.turn;
  const effects = [...(turn?.effects ?? [])];
  const tools = turn?.toolNames ?? [];
  runs.noteRun({ turn: effects });
  log.tell({
    type: 'turn-rule',
    on: effects.length + tools.length > 0,
    effects,
    ...(tools.length > 0 && { tools })
  });
}
