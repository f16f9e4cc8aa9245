import type {
  IMemoryObservation,
  IPlanSettings,
  ReviewLevel
} from '../../contract';
import type { IPlanPorts } from './plan-ports';
import type { IStepWork, PlanStateValue } from './plan-state';

type Behaviour = Extract<IMemoryObservation, { kind: 'behaviour' }>;

/**
 * Keeps what the person decided on a card at once, with what they wrote there,
 * so that Stop loses nothing of it.
 */
export function keepDecision(
  { memory, now }: Pick<IPlanPorts, 'memory' | 'now'>,
  { session, task, askedAt }: PlanStateValue,
  seen: Pick<Behaviour, 'situation' | 'decision'> & Partial<Behaviour>
): void {
  memory.collect([
    {
      kind: 'behaviour',
      id: `${session} ${askedAt}`,
      domain: memory.domain(),
      typed: [task, seen.words].join('\n'),
      time: now(),
      ms: Math.max(0, now() - askedAt),
      words: '',
      versions: {},
      ...seen
    }
  ]);
}

/** Keeps what the person decided on the cards of a step's calls. */
export function keepCallDecisions(
  ports: Pick<IPlanPorts, 'memory' | 'now'>,
  state: PlanStateValue,
  title: string,
  { calls }: Pick<IStepWork, 'calls'>
): void {
  for (const { id, tool, decided } of calls) {
    if (decided) {
      keepDecision(ports, state, {
        id: `${state.session} ${id}`,
        situation: `call ${tool} ${title}`,
        ms: 0,
        ...decided
      });
    }
  }
}

/**
 * Which cards are shown: if the master switch is on and each single one is off,
 * all three are.
 */
export function approvalsOn({ approvals }: IPlanSettings): {
  clarification: boolean;
  plan: boolean;
  step: boolean;
} {
  const { all, clarification, plan, step } = approvals;
  const none = !clarification && !plan && !step;
  return all && none
    ? { clarification: true, plan: true, step: true }
    : { clarification, plan, step };
}

/** Whether each step has a card, because of the settings or for this plan. */
export function stepCards(
  settings: IPlanSettings,
  level: ReviewLevel
): boolean {
  return approvalsOn(settings).step || level === 'step';
}
