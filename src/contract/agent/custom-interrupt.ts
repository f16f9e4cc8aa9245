import { z } from 'zod';

import { INTERRUPT_BASE } from '../plan/interrupt-base';

/** What stands on a card, from top to bottom. Text is text: nothing in it is drawn as HTML. */
export const cardBlock = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string().max(20_000) }),
  z.strictObject({
    kind: z.literal('list'),
    items: z.array(z.string().max(2000)).max(200)
  }),
  z.strictObject({
    kind: z.literal('table'),
    head: z.array(z.string().max(200)).min(1).max(20),
    rows: z.array(z.array(z.string().max(2000)).max(20)).max(200)
  }),
  z.strictObject({ kind: z.literal('code'), text: z.string().max(20_000) })
]);

export type ICardBlock = z.output<typeof cardBlock>;

/** A way to answer. */
export const cardButton = z.strictObject({
  name: z.string().min(1).max(40),
  /** One to three words. */
  label: z.string().trim().min(1).max(60),
  /** It sends the form, which has to be filled in for it. */
  fills: z.boolean().default(false)
});

export const customAnswer = z.strictObject({
  /** Name of the button. */
  button: z.string(),
  /** Of the form, where it sends that. */
  values: z.record(z.string(), z.unknown()).default({})
});

export type ICustomAnswer = z.output<typeof customAnswer>;

/**
 * A card of another extension. It is plain data and says all that is to be seen
 * of it and how it may be answered: it is drawn, and its answer checked, without
 * the extension, after a reload as well.
 */
export const customInterrupt = z.object({
  ...INTERRUPT_BASE,
  kind: z.literal('custom'),
  /** Which card of which workflow, for whoever listens. */
  workflow: z.string().min(1),
  card: z.string().min(1),
  blocks: z.array(cardBlock).max(50).default([]),
  /** JSON Schema of an object; none where nothing is to be filled in. */
  schema: z.looseObject({ type: z.literal('object') }).optional(),
  values: z.record(z.string(), z.unknown()).default({}),
  /** The first is the one that stands out, and what Ctrl+Enter sends. */
  buttons: z.array(cardButton).min(1).max(6),
  default: customAnswer.optional()
});
