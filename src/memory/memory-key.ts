import {
  hashText,
  type IMemoryEntry,
  type IMemoryObservation
} from '../contract';
import { subjectWords } from './likeness';

/** What an observation is about. */
export function subjectOf(seen: IMemoryObservation): string {
  switch (seen.kind) {
    case 'plan':
    case 'clarification':
      return seen.task;
    case 'tool':
      return seen.step;
    case 'behaviour':
      return seen.situation;
    case 'workflow':
      return seen.category;
  }
}

/** The same key for everything that is stored as one entry. */
export function memoryKey({
  kind,
  domain,
  subject,
  tools
}: Pick<IMemoryEntry, 'kind' | 'domain' | 'subject' | 'tools'>): string {
  return hashText(
    JSON.stringify([
      kind,
      domain.trim().toLowerCase(),
      subjectWords(subject),
      kind === 'tool' ? tools : []
    ])
  );
}
