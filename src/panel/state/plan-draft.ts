import { MOST_STEPS, type IPlanStep, type ReviewLevel } from '../../contract';

/** A plan as the person is editing it. */
export interface IPlanDraft {
  steps: IPlanStep[];
  /** How often to ask while it runs. */
  level: ReviewLevel;
  /** What to change, or why not, in words. */
  words: string;
}

/** The parts of the card's question that a draft starts from. */
interface IProposedPlan {
  steps: readonly IPlanStep[];
  level: ReviewLevel;
}

/** @param kept the changes so far, as they were read from storage. */
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

/** Whether the steps differ from those proposed. */
export function isPlanEdited(
  { steps }: Pick<IProposedPlan, 'steps'>,
  draft: IPlanDraft
): boolean {
  return JSON.stringify(steps) !== JSON.stringify(draft.steps);
}

/**
 * The steps with one of them changed. The proposed criterion goes with the
 * proposed text, but for spaces; one that the person wrote stays.
 */
export function changedStep(
  steps: readonly IPlanStep[],
  id: string,
  change: Partial<IPlanStep>,
  proposed: readonly IPlanStep[]
): IPlanStep[] {
  const before = proposed.find(step => step.id === id);
  return steps.map(step => {
    if (step.id !== id) {
      return step;
    }
    const next = { ...step, ...change };
    const isProposed =
      before &&
      !('worked' in change) &&
      (step.worked === before.worked ||
        (step.worked === '' && textOf(step) !== textOf(before)));
    return isProposed
      ? {
          ...next,
          worked: textOf(next) === textOf(before) ? before.worked : ''
        }
      : next;
  });
}

/** What the step is to do, without regard to spaces. */
function textOf({ title, does }: IPlanStep): string {
  return `${title}\n${does}`.replace(/\s+/g, ' ').trim();
}

/**
 * The steps with one moved to another position, counted from 0 and limited to
 * the ends.
 */
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

/**
 * The steps with an empty one added after another, or at the end; unchanged if
 * the plan is full.
 */
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
 * The steps as they are sent. Steps are no longer listed as needed if they were
 * deleted, are already done, or now come later.
 */
export function stepsToSend(steps: readonly IPlanStep[]): IPlanStep[] {
  return steps.map((step, at) => ({
    ...step,
    title: step.title.trim(),
    does: step.does.trim(),
    worked: step.worked.trim(),
    needs: step.needs.filter(id =>
      steps.slice(0, at).some(before => before.id === id)
    )
  }));
}
