import type { IOutcomeRecord, ResultThing } from '../../contract';

/** What a call returned besides text, as events carry it; empty for none. */
export function resultThings({ images = [], things = [] }: IOutcomeRecord): {
  things?: ResultThing[];
} {
  const all = [
    ...images.map((id): ResultThing => ({ kind: 'image', id })),
    ...things
  ];
  return all.length > 0 ? { things: all } : {};
}
