import type {
  IMemoryEntry,
  IMemoryObservation,
  MemoryKind,
  PlanEvent
} from '../../contract';
import type { IWorkflowHost } from '../../engine/workflows/workflow';
import type { IMemoryHit, Memory } from '../../memory';
import { isAlike } from '../../memory/likeness';
import type { IStepWork, PlanStateValue } from './plan-state';

/** What is seen here and now, by its kind. */
type Seen<T> = T extends unknown ? Omit<T, 'domain' | 'time'> : never;

type Applied = Extract<PlanEvent, { type: 'memory-applied' }>;

/** How alike a task or step must be for what was learned of it to count. */
const LEAST_LIKENESS = 0.5;

type Behaviour = Extract<IMemoryObservation, { kind: 'behaviour' }>;

export type PlanMemory = ReturnType<typeof planMemory>;

/**
 * What is learned and known of the kernel's language; each part is off if it is
 * switched off.
 */
export function planMemory(
  host: Pick<IWorkflowHost, 'id' | 'run' | 'tool'>,
  memories: Pick<Memory, 'search' | 'collect'> | null
) {
  const domain = (): string =>
    host.run.options.notebook.kernel.language.toLowerCase();
  return {
    /** What is alike enough to count, and not to be left out this time. */
    search: async (
      { ignored }: Pick<PlanStateValue, 'ignored'>,
      kind: MemoryKind,
      text: string,
      limit: number
    ): Promise<IMemoryHit[]> => {
      const hits = await memories?.search(kind, text, limit, domain());
      return (hits ?? []).filter(
        hit => isAlike(hit, LEAST_LIKENESS) && !ignored.includes(hit.entry.key)
      );
    },
    /** Says that a memory has changed what is done. */
    applied: (what: Applied['what'], entry: IMemoryEntry, text: string): void =>
      host.run.emit({
        type: 'memory-applied',
        plan: host.id,
        what,
        kind: entry.kind,
        id: entry.key,
        text
      }),
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
