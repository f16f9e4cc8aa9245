import { z } from 'zod';

import { INTERRUPT_BASE } from './interrupt-base';

/**
 * The content of a card, from top to bottom. Text is shown as text: none of it
 * is drawn as HTML.
 */
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

/** One way to answer. */
export const cardButton = z.strictObject({
  name: z.string().min(1).max(40),
  /** One to three words. */
  label: z.string().trim().min(1).max(60),
  /** Whether the button submits the form, which must then be filled in. */
  fills: z.boolean().default(false)
});

export const customAnswer = z.strictObject({
  /** Name of the button that was pressed. */
  button: z.string(),
  /** Values of the form, if the button submits it. */
  values: z.record(z.string(), z.unknown()).default({})
});

export type ICustomAnswer = z.output<typeof customAnswer>;

/**
 * A card of another extension. It is plain data and describes everything the
 * card shows and how it may be answered, so that it can be drawn and its answer
 * checked without the extension, also after a reload.
 */
export const customInterrupt = z.object({
  ...INTERRUPT_BASE,
  kind: z.literal('custom'),
  /** Which card of which workflow, for listeners. */
  workflow: z.string().min(1),
  card: z.string().min(1),
  blocks: z.array(cardBlock).max(50).default([]),
  /** JSON Schema of an object; absent if there is nothing to fill in. */
  schema: z.looseObject({ type: z.literal('object') }).optional(),
  values: z.record(z.string(), z.unknown()).default({}),
  /** The first is the primary button and the one that Ctrl+Enter presses. */
  buttons: z.array(cardButton).min(1).max(6),
  default: customAnswer.optional()
});
