import { z } from 'zod';

import { INTERRUPT_BASE } from './interrupt-base';
import {
  clarificationInterrupt,
  failureInterrupt,
  planInterrupt,
  stepInterrupt,
  type PlanInterruptAnswer
} from '../plan';
import {
  evidenceInterrupt,
  reportPlanInterrupt,
  reviewInterrupt,
  type ReportInterruptAnswer
} from '../report/report-interrupts';
import { customInterrupt, type ICustomAnswer } from './custom-interrupt';

export const confirmAnswer = z.strictObject({ confirmed: z.boolean() });
export const optionAnswer = z.strictObject({
  chosen: z.array(z.string()),
  /** The person's own words. */
  other: z.string().optional()
});
export const formAnswer = z.strictObject({
  values: z.record(z.string(), z.unknown())
});

/** Nobody answered, or the person declined. */
export const cancelAnswer = z.strictObject({
  cancelled: z.literal(true),
  /** The person declined a server's question. */
  why: z.literal('declined').optional()
});

/** A server that asks in the middle of a call; the answer is sent to it. */
const asker = z.object({
  server: z.string(),
  host: z.string(),
  /** A page the server wants opened; answering “yes” opens it. */
  url: z.string().optional()
});

/**
 * What a graph node can pause for. Both directions are checked: a node that
 * asks with bad data is a defect; an answer that does not fit is refused at its
 * card and never reaches the graph.
 */
export const interruptSchema = z
  .discriminatedUnion('kind', [
    z.object({
      ...INTERRUPT_BASE,
      kind: z.literal('confirm'),
      /** Labels of the buttons. */
      yes: z.string().optional(),
      no: z.string().optional(),
      asker: asker.optional(),
      default: confirmAnswer.optional()
    }),
    z.object({
      ...INTERRUPT_BASE,
      kind: z.literal('option'),
      options: z
        .array(
          z.object({
            value: z.string(),
            label: z.string(),
            detail: z.string().optional()
          })
        )
        .min(1),
      multiple: z.boolean().default(false),
      /** Whether the person may write something else, or skip the question. */
      other: z.boolean().default(true),
      default: optionAnswer.optional()
    }),
    z.object({
      ...INTERRUPT_BASE,
      kind: z.literal('form'),
      /** JSON Schema of an object. */
      schema: z.looseObject({ type: z.literal('object') }),
      values: z.record(z.string(), z.unknown()).default({}),
      asker: asker.optional(),
      default: formAnswer.optional()
    }),
    clarificationInterrupt,
    planInterrupt,
    stepInterrupt,
    failureInterrupt,
    reportPlanInterrupt,
    evidenceInterrupt,
    reviewInterrupt,
    customInterrupt
  ])
  .superRefine((asked, context) => {
    const problem = (path: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (asked.on_timeout && asked.timeout === undefined) {
      problem('timeout', 'on_timeout is given without a timeout');
    }
    if (asked.on_timeout === 'default' && !asked.default) {
      problem('default', 'on_timeout is "default" and there is no default');
    }
    if (asked.kind === 'option') {
      const values = asked.options.map(({ value }) => value);
      if (new Set(values).size < values.length) {
        problem('options', 'two options have the same value');
      }
    }
    if (asked.kind === 'custom') {
      const names = asked.buttons.map(({ name }) => name);
      if (new Set(names).size < names.length) {
        problem('buttons', 'two buttons have the same name');
      }
      if (!asked.schema && asked.buttons.some(({ fills }) => fills)) {
        problem('buttons', 'a button sends a form and there is none');
      }
    }
  });

type Asked = z.input<typeof interruptSchema>;
type Addresses = 'interrupt_id' | 'node_ref' | 'step_id';
/**
 * Applied to each kind separately; a plain `Omit` would merge the union into
 * one type.
 */
type WithoutAddresses<T> = T extends unknown
  ? Omit<T, Addresses> & Partial<Pick<T, Addresses & keyof T>>
  : never;

/** As a node or tool passes it in; its origin is filled in later. */
export type InterruptRequest = WithoutAddresses<Asked>;
/** As the graph pauses with it. */
export type InterruptPayload = z.output<typeof interruptSchema>;
/** As it is while pending. */
export type OpenQuestion = InterruptPayload & {
  /** ms since the epoch at which it times out; absent if it waits forever. */
  until?: number;
  /** Set if the turn stops at that time. */
  stops?: true;
};
export type InterruptAnswer =
  | z.infer<typeof confirmAnswer>
  | z.infer<typeof optionAnswer>
  | z.infer<typeof formAnswer>
  | z.infer<typeof cancelAnswer>
  | PlanInterruptAnswer
  | ReportInterruptAnswer
  | ICustomAnswer;

/** Whether the graph paused for one of these, rather than for a review. */
export function isInterruptPayload(value: unknown): value is InterruptPayload {
  return interruptSchema.safeParse(value).success;
}

/**
 * The fourth kind, `approval`: LangChain's review format with the same address
 * fields as the other kinds. The cards are our own and are checked where they
 * are made.
 */
export const approvalSchema = z.looseObject({
  kind: z.literal('approval'),
  interrupt_id: INTERRUPT_BASE.interrupt_id,
  node_ref: INTERRUPT_BASE.node_ref,
  step_id: INTERRUPT_BASE.step_id,
  actionRequests: z
    .array(
      z.looseObject({
        name: z.string().min(1),
        args: z.record(z.string(), z.unknown())
      })
    )
    .min(1),
  reviewConfigs: z.array(
    z.looseObject({
      actionName: z.string().min(1),
      allowedDecisions: z
        .array(z.enum(['approve', 'edit', 'reject', 'respond']))
        .min(1)
    })
  ),
  cards: z.array(z.looseObject({ callId: z.string().min(1) }))
});
