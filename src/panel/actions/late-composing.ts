import type { matchingSkills } from './matching-skills';
import type { readFiles } from './read-files';
import type { ServerThings } from './server-things';

/** What composing uses from the late chunk. */
export interface ILateComposing {
  readFiles: typeof readFiles;
  ServerThings: typeof ServerThings;
  matchingSkills: typeof matchingSkills;
}
