import type { RunManager } from '../run/run-manager';
import type { IThreadContext } from '../thread-context/thread-context';

/** What the turn lets through by now is told and kept. */
export function tellTurn({ log }: IThreadContext, runs: RunManager): void {
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
