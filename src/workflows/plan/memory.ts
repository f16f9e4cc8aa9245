import type { IMemoryObservation, MemoryKind } from '../../contract';
import type { IWorkflowHost } from '../../engine/workflows/workflow';
import type { IMemoryHit, Memory } from '../../memory';
import type { IStepWork, PlanStateValue } from './plan-state';

/** What is seen here and now, by its kind. */
type Seen<T> = T extends unknown ? Omit<T, 'domain' | 'time'> : never;

type Behaviour = Extract<IMemoryObservation, { kind: 'behaviour' }>;

export type PlanMemory = ReturnType<typeof planMemory>;

/**
 * What is learned and known of the kernel's language; each part is off if it is
 * switched off.
 */
export function planMemory(
  host: Pick<IWorkflowHost, 'run' | 'tool'>,
  memories: Pick<Memory, 'search' | 'collect'> | null
) {
  const domain = (): string =>
    host.run.options.notebook.kernel.language.toLowerCase();
  return {
    search: async (
      kind: MemoryKind,
      text: string,
      limit: number
    ): Promise<IMemoryHit[]> =>
      memories?.search(kind, text, limit, domain()) ?? [],
    /** Returns at once, and never fails. */
    collect: (seen: readonly Seen<IMemoryObservation>[]): void =>
      memories?.collect(
        seen.map(each => ({ ...each, domain: domain(), time: Date.now() })),
        name => host.tool(name) !== undefined
      )
  };
}

/**
 * Keeps what the person decided on a card at once, with what they wrote there,
 * so that Stop loses nothing of it.
 */
export function keepDecision(
  memory: PlanMemory,
  { session, task, askedAt }: PlanStateValue,
  seen: Pick<Behaviour, 'situation' | 'decision'> & Partial<Behaviour>
): void {
  memory.collect([
    {
      kind: 'behaviour',
      id: `${session} ${askedAt}`,
      typed: [task, seen.words].join('\n'),
      ms: Math.max(0, Date.now() - askedAt),
      words: '',
      versions: {},
      ...seen
    }
  ]);
}

/** Keeps what the person decided on the cards of a step's calls. */
export function keepCallDecisions(
  memory: PlanMemory,
  state: PlanStateValue,
  title: string,
  { calls }: Pick<IStepWork, 'calls'>
): void {
  for (const { id, tool, decided } of calls) {
    if (decided) {
      keepDecision(memory, state, {
        id: `${state.session} ${id}`,
        situation: `call ${tool} ${title}`,
        ms: 0,
        ...decided
      });
    }
  }
}
