import type { IFolderInstructions } from '../../contract';

/** For use when nobody can be asked: no instructions are sent along. */
export const NO_FOLDER_INSTRUCTIONS: IFolderInstructions = {
  answer: () => false,
  found: () => undefined,
  waiting: [],
  decide: () => undefined
};
