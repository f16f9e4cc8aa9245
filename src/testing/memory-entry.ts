import type { IMemoryEntry } from '../contract';

/** A plan that was learned here and accepted, without any optional fields. */
export function memoryEntry(change: Partial<IMemoryEntry> = {}): IMemoryEntry {
  return {
    kind: 'plan',
    key: 'k',
    domain: '',
    subject: 'Clean the penguins',
    uses: 1,
    successes: 1,
    failures: 0,
    createdAt: 1,
    usedAt: 1,
    origin: 'here',
    accepted: true,
    seen: [],
    steps: [],
    decisions: {},
    words: [],
    tools: [],
    shape: {},
    answers: [],
    before: 0,
    after: 0,
    reused: 0,
    ms: 0,
    versions: {},
    ...change
  };
}
