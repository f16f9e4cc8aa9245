import type { IFolderInstructions } from '../../contract';

/** Where nobody can be asked, nothing goes along. */
export const NO_FOLDER_INSTRUCTIONS: IFolderInstructions = {
  answer: () => false,
  found: () => undefined,
  waiting: [],
  decide: () => undefined
};
