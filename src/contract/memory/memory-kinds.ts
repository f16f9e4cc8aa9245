/** The kinds of things that are learned. */
export const MEMORY_KINDS = [
  'plan',
  'tool',
  'clarification',
  'behaviour',
  'workflow'
] as const;

export type MemoryKind = (typeof MEMORY_KINDS)[number];
