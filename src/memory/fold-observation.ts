import {
  memoryEntry,
  type IMemoryEntry,
  type IMemoryObservation
} from '../contract';
import { subjectOf } from './memory-key';

/** Number of ids remembered, so that an observation counts only once. */
const SEEN = 20;

/** The most texts that a person wrote on cards like one another. */
const WORDS = 5;

/**
 * Adds an observation to an entry. An entry from a file that nobody has
 * accepted is replaced by what was observed here.
 *
 * @returns the same entry if it already includes the observation.
 */
export function foldObservation(
  before: IMemoryEntry | null,
  seen: IMemoryObservation,
  key: string
): IMemoryEntry {
  const known = before && before.accepted ? before : blank(seen, key);
  if (known.seen.includes(seen.id)) {
    // More answers to the same task, which does not count again.
    return seen.kind === 'clarification' && known.seen.at(-1) === seen.id
      ? { ...known, answers: seen.answers }
      : known;
  }
  const uses = known.uses + 1;
  const mean = (old: number, value: number): number =>
    old + (value - old) / uses;
  const isSuccess =
    seen.kind === 'behaviour' ? seen.decision === 'accept' : seen.success;
  const entry: IMemoryEntry = {
    ...known,
    uses,
    successes: known.successes + (isSuccess ? 1 : 0),
    failures: known.failures + (isSuccess ? 0 : 1),
    usedAt: Math.max(known.usedAt, seen.time),
    seen: [...known.seen, seen.id].slice(-SEEN)
  };
  const counted = (decision: keyof IMemoryEntry['decisions']) => ({
    ...known.decisions,
    [decision]: (known.decisions[decision] ?? 0) + 1
  });
  switch (seen.kind) {
    case 'plan':
      return {
        ...entry,
        steps: seen.success || uses === 1 ? seen.steps : known.steps,
        decisions: counted(seen.edited ? 'edit' : 'accept')
      };
    case 'tool':
      return {
        ...entry,
        tools: [seen.tool],
        ms: mean(known.ms, seen.ms),
        // Taken from a call that succeeded.
        shape: seen.success
          ? (seen.arguments as IMemoryEntry['shape'])
          : known.shape
      };
    case 'clarification':
      return {
        ...entry,
        answers: seen.success || uses === 1 ? seen.answers : known.answers,
        before: mean(known.before, seen.before),
        after: mean(known.after, seen.after),
        reused: known.reused + (seen.reused ? 1 : 0)
      };
    case 'behaviour':
      return {
        ...entry,
        ms: mean(known.ms, seen.ms),
        versions: seen.versions,
        words: seen.words
          ? [
              ...known.words.filter(each => each !== seen.words),
              seen.words
            ].slice(-WORDS)
          : known.words,
        decisions: counted(seen.decision)
      };
    case 'workflow':
      return {
        ...entry,
        steps:
          seen.success || uses === 1
            ? seen.steps.map(title => ({ title, tools: [] }))
            : known.steps,
        tools: seen.success || uses === 1 ? seen.tools : known.tools
      };
  }
}

function blank(seen: IMemoryObservation, key: string): IMemoryEntry {
  return memoryEntry.parse({
    kind: seen.kind,
    key,
    domain: seen.domain,
    subject: subjectOf(seen),
    uses: 0,
    successes: 0,
    failures: 0,
    createdAt: seen.time,
    usedAt: seen.time,
    origin: 'here',
    accepted: true,
    seen: []
  });
}
