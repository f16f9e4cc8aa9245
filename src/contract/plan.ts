import { z } from 'zod';
import type { MemoryKind } from './memory';
import { INTERRUPT_BASE } from './agent/interrupt-base';

/** One step of a plan, as it is shown, edited, stored and run. */
export const planStep = z.strictObject({
  /** Unique in the plan, and never reused for another step. */
  id: z.string().min(1),
  title: z.string().trim().min(1).max(200),
  /** What the step will do. */
  does: z.string().trim().max(2000).default(''),
  /** Names of the tools it is likely to need. */
  tools: z.array(z.string().min(1)).max(20).default([]),
  /** Ids of the earlier steps it builds on. */
  needs: z.array(z.string()).default([]),
  /** How to tell that it worked. */
  worked: z.string().trim().max(1000).default(''),
  /** Whether the step changes nothing. */
  reads: z.boolean().default(false),
  /** Whether it may run in parallel with its neighbours; only reading steps may. */
  beside: z.boolean().default(false),
  /** False if the person switched the step off. */
  on: z.boolean().default(true)
});

export type IPlanStep = z.output<typeof planStep>;

/** How much is asked while a plan runs. */
export const reviewLevel = z.enum([
  /** Each call, according to the policy. */
  'cell',
  /** Each step, with its calls as arguments of it. */
  'step',
  /** Only shell, network and files outside the folder. */
  'outside'
]);

export type ReviewLevel = z.output<typeof reviewLevel>;

/** What a message to plan mode asks for besides its text. */
export const planOrder = z.union([
  /** An earlier plan, applied to something else: differences are asked about first. */
  z.strictObject({
    again: z.strictObject({
      task: z.string().trim().min(1),
      steps: z.array(planStep).min(1)
    })
  }),
  /** Writes a plan's summary to the notebook as a Markdown cell. */
  z.strictObject({
    cell: z.strictObject({
      /** Mentions cells in square brackets. */
      markdown: z.string().trim().min(1),
      /** Ids of the cells it may mention. */
      cells: z.array(z.string())
    })
  })
]);

export type IPlanOrder = z.output<typeof planOrder>;

/** Why a list of steps is not a valid plan. */
export type PlanProblem =
  | { why: 'empty' | 'long' }
  | { why: 'twice' | 'order' | 'beside'; step: IPlanStep };

/**
 * Checks what the schema of a single step cannot: that ids are unique, that a
 * step only builds on earlier ones, and that only reading steps run in
 * parallel.
 */
export function planProblem(steps: readonly IPlanStep[]): PlanProblem | null {
  if (steps.length === 0) {
    return { why: 'empty' };
  }
  if (steps.length > MOST_STEPS) {
    return { why: 'long' };
  }
  const before = new Set<string>();
  for (const step of steps) {
    if (before.has(step.id)) {
      return { why: 'twice', step };
    }
    if (!step.needs.every(id => before.has(id))) {
      return { why: 'order', step };
    }
    if (step.beside && !step.reads) {
      return { why: 'beside', step };
    }
    before.add(step.id);
  }
  return null;
}

/** Maximum number of steps in a plan. */
export const MOST_STEPS = 12;

/** State of one step of a plan, as shown on its line. */
export type PlanStepState =
  'pending' | 'running' | 'succeeded' | 'failed' | 'skipped';

/**
 * What is reported about a plan, by its id. When a graph node runs again it
 * reports the same again, so each event replaces the previous one of its type;
 * for `plan-step` per step, for `memory-applied` per `what` and `id`.
 */
export type PlanEvent =
  | {
      type: 'plan-started';
      plan: string;
      /** Id of the message it works on. */
      messageId: string;
      task: string;
    }
  | {
      type: 'plan-routed';
      plan: string;
      /** `simple_chat` is answered in words, without a plan. */
      route: 'simple_chat' | 'tool_required';
      reason: string;
    }
  | {
      type: 'plan-clarified';
      plan: string;
      /** Clarity of the task, from 0 to 1: before and after. */
      before: number;
      after: number;
      /** The task, with the answers and the assumptions worked in. */
      enhanced: string;
    }
  /** The plan as it stands: proposed, edited by the person, or planned again. */
  | { type: 'plan-proposed'; plan: string; steps: IPlanStep[] }
  /** How much is asked from now on; back to `cell` when withdrawn. */
  | { type: 'plan-level'; plan: string; level: ReviewLevel }
  | {
      type: 'plan-step';
      plan: string;
      /** Id of the step. */
      step: string;
      state: PlanStepState;
      /** ms since the epoch; absent while it is pending. */
      startedAt?: number;
      /** Absent until the step has ended. */
      endedAt?: number;
      /** Ids of the cells the step made or ran. */
      cells: string[];
      /** Why it failed or was skipped. */
      reason?: string;
      /** A short version, at most 500 characters. */
      result?: string;
      /**
       * The step has a criterion of its own, and nobody could tell whether it
       * is met.
       */
      unchecked?: boolean;
    }
  /** The last message (a `model-message` with this id) is the plan's summary. */
  | {
      type: 'plan-synthesis';
      plan: string;
      messageId: string;
      /** Markdown that can be put into a cell. */
      report: string;
      /** Written without a model, because the model failed. */
      plain: boolean;
      /** What the person may send next. */
      next?: string[];
    }
  | {
      type: 'plan-ended';
      plan: string;
      /** `chat`: the task was answered in words. */
      outcome: 'done' | 'chat' | 'rejected' | 'stopped';
    }
  /** A memory has changed what is done. */
  | {
      type: 'memory-applied';
      plan: string;
      /** What the memory changed. */
      what: 'clarification' | 'plan' | 'step' | 'tools';
      kind: MemoryKind;
      /** Key of the memory. */
      id: string;
      /** One sentence. */
      text: string;
    };

/** The files with the results of each step, as known at the end. */
export type PlanResults = 'results.json' | 'results.md';

/** Key of the conversation fact under which a plan's file is stored. */
export function planFileKey(plan: string, file: string): string {
  return `plan ${plan} ${file}`;
}

/** Maximum number of questions on a clarification card. */
export const MOST_QUESTIONS = 3;

/** A question about the task, with answers suggested by the notebook. */
export const clarifyingQuestion = z.strictObject({
  id: z.string().min(1),
  question: z.string().trim().min(1),
  choices: z.array(z.string()).max(8).default([]),
  default: z.string().default('')
});

export type IClarifyingQuestion = z.output<typeof clarifyingQuestion>;

/** What was answered for a similar task before. */
export const pastClarification = z.strictObject({
  /** Key of the memory. */
  key: z.string().min(1),
  task: z.string(),
  answers: z.array(
    z.strictObject({ question: z.string(), answer: z.string() })
  ),
  /** Clarity of the task after the answer, from 0 to 1. */
  after: z.number().min(0).max(1).optional()
});

export type IPastClarification = z.output<typeof pastClarification>;

export const clarificationAnswer = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('answer'),
    /** By question id. */
    answers: z.record(z.string(), z.string())
  }),
  z.strictObject({ action: z.literal('proceed') }),
  z.strictObject({ action: z.literal('reuse'), memory: z.string().min(1) })
]);

export const planAnswer = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('accept'),
    /** The steps as the person left them. */
    steps: z.array(planStep),
    level: reviewLevel.default('cell')
  }),
  /** Feedback for the model, which plans again. */
  z.strictObject({
    action: z.literal('change'),
    words: z.string().trim().min(1),
    /** Steps the person had already changed by hand. */
    steps: z.array(planStep).optional()
  }),
  /** Restores the plan from before memories changed it. */
  z.strictObject({ action: z.literal('first') }),
  z.strictObject({
    action: z.literal('reject'),
    reason: z.string().default('')
  })
]);

export const stepAnswer = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('approve') }),
  z.strictObject({
    action: z.literal('edit'),
    /** Arguments by tool name. */
    arguments: z.record(z.string(), z.record(z.string(), z.unknown()))
  }),
  z.strictObject({
    action: z.literal('change'),
    words: z.string().trim().min(1)
  }),
  z.strictObject({ action: z.literal('skip') })
]);

export const failureAnswer = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('again') }),
  /** The person has looked: the step did what it should. */
  z.strictObject({ action: z.literal('done') }),
  z.strictObject({ action: z.literal('skip') }),
  z.strictObject({
    action: z.literal('change'),
    words: z.string().trim().min(1)
  }),
  z.strictObject({ action: z.literal('stop') })
]);

export const clarificationInterrupt = z.object({
  ...INTERRUPT_BASE,
  kind: z.literal('clarification'),
  task: z.string(),
  /** From 0 to 1. */
  clarity: z.number().min(0).max(1),
  questions: z.array(clarifyingQuestion).min(1).max(MOST_QUESTIONS),
  /** What is assumed if the person continues without answering. */
  assumptions: z.array(z.string()).default([]),
  past: z.array(pastClarification).default([]),
  default: clarificationAnswer.optional()
});

export const planInterrupt = z.object({
  ...INTERRUPT_BASE,
  kind: z.literal('plan'),
  steps: z.array(planStep).min(1),
  /** Memories that changed the plan: a description, and the key. */
  patterns: z
    .array(z.strictObject({ key: z.string(), words: z.string() }))
    .default([]),
  /** Whether the plan from before these changes is available. */
  hasFirst: z.boolean().default(false),
  level: reviewLevel.default('cell'),
  default: planAnswer.optional()
});

/** A tool of a step, with the arguments it would be called with. */
export const preparedTool = z.object({
  name: z.string().min(1),
  /** JSON Schema of its arguments. */
  schema: z.looseObject({ type: z.literal('object') }),
  arguments: z.record(z.string(), z.unknown()).default({})
});

export type IPreparedTool = z.output<typeof preparedTool>;

export const stepInterrupt = z.object({
  ...INTERRUPT_BASE,
  kind: z.literal('step'),
  step: planStep,
  tools: z.array(preparedTool).max(5),
  default: stepAnswer.optional()
});

export const failureInterrupt = z.object({
  ...INTERRUPT_BASE,
  kind: z.literal('failure'),
  step: planStep,
  reason: z.string(),
  /** What the step suggests for the rest of the plan; may be empty. */
  change: z.string().default(''),
  /** Progress of the whole plan, in percent. */
  percent: z.number().min(0).max(100),
  default: failureAnswer.optional()
});

export type PlanInterruptAnswer =
  | z.output<typeof clarificationAnswer>
  | z.output<typeof planAnswer>
  | z.output<typeof stepAnswer>
  | z.output<typeof failureAnswer>;
