import type { matchingSkills } from './matching-skills';
import type { readFiles } from './read-files';
import type { ServerThings } from './server-things';

/** What composing uses from the lazy chunk. */
export interface ILazyComposing {
  readFiles: typeof readFiles;
  ServerThings: typeof ServerThings;
  matchingSkills: typeof matchingSkills;
}
