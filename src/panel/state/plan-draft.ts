import { MOST_STEPS, type IPlanStep, type ReviewLevel } from '../../contract';

/** A plan as the person is changing it. */
export interface IPlanDraft {
  steps: IPlanStep[];
  /** How much is asked while it runs. */
  level: ReviewLevel;
  /** What is to be changed, or why not, in words. */
  words: string;
}

/** What is asked about, as far as a draft begins with it. */
interface IProposedPlan {
  steps: readonly IPlanStep[];
  level: ReviewLevel;
}

/** @param kept what was changed so far, as it came back from storage. */
export function planDraftOf(
  { steps, level }: IProposedPlan,
  kept: Record<string, unknown> | undefined
): IPlanDraft {
  const draft = (kept ?? {}) as Partial<IPlanDraft>;
  const isWhole =
    Array.isArray(draft.steps) &&
    draft.steps.every(
      step => typeof step?.id === 'string' && typeof step.title === 'string'
    );
  return {
    steps: isWhole ? (draft.steps as IPlanStep[]) : [...steps],
    level: draft.level ?? level,
    words: typeof draft.words === 'string' ? draft.words : ''
  };
}

/** Whether the steps are others than those proposed. */
export function isPlanEdited(
  { steps }: Pick<IProposedPlan, 'steps'>,
  draft: IPlanDraft
): boolean {
  return JSON.stringify(steps) !== JSON.stringify(draft.steps);
}

/** With one step changed; only what reads can run side by side. */
export function changedStep(
  steps: readonly IPlanStep[],
  id: string,
  change: Partial<IPlanStep>
): IPlanStep[] {
  return steps.map(step => (step.id === id ? { ...step, ...change } : step));
}

/** With a step at another place, counted from 0; the ends are as far as it goes. */
export function movedStep(
  steps: readonly IPlanStep[],
  id: string,
  to: number
): IPlanStep[] {
  const from = steps.findIndex(step => step.id === id);
  const at = Math.max(0, Math.min(to, steps.length - 1));
  return from < 0
    ? [...steps]
    : steps.toSpliced(from, 1).toSpliced(at, 0, steps[from]);
}

/** With an empty step behind another one, or at the end; full is full. */
export function addedStep(
  steps: readonly IPlanStep[],
  id: string,
  behind?: string
): IPlanStep[] {
  const at = steps.findIndex(step => step.id === behind);
  return steps.length >= MOST_STEPS
    ? [...steps]
    : steps.toSpliced(at < 0 ? steps.length : at + 1, 0, {
        id,
        title: '',
        does: '',
        tools: [],
        needs: [],
        worked: '',
        reads: false,
        beside: false,
        on: true
      });
}

/**
 * The steps as they are sent: what a step cannot build on any more, because it
 * was deleted, is done already or now comes later, is left out.
 */
export function stepsToSend(steps: readonly IPlanStep[]): IPlanStep[] {
  return steps.map((step, at) => ({
    ...step,
    title: step.title.trim(),
    does: step.does.trim(),
    needs: step.needs.filter(id =>
      steps.slice(0, at).some(before => before.id === id)
    )
  }));
}
