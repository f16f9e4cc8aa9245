import type { IOutcomeRecord, ResultThing } from '../../contract';

/** What a call brought beside its words, as it is told; nothing where there is none. */
export function resultThings({ images = [], things = [] }: IOutcomeRecord): {
  things?: ResultThing[];
} {
  const all = [
    ...images.map((id): ResultThing => ({ kind: 'image', id })),
    ...things
  ];
  return all.length > 0 ? { things: all } : {};
}
