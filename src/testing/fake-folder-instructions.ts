import type { IFolderInstructions, IInstructionsText } from '../contract';

/**
 * Answers in memory; by default the person gives the same answer for every
 * file.
 */
export class FakeFolderInstructions implements IFolderInstructions {
  waiting: IInstructionsText[] = [];

  readonly answers: (IInstructionsText & { goesAlong: boolean })[] = [];
  onDecide?: () => void;
  /** @param _otherwise the answer for a file without one of its own. */
  constructor(private readonly _otherwise: boolean | null = null) {}

  answer({ path, text }: IInstructionsText): boolean | null {
    const known = this.answers.findLast(each => each.path === path);
    return known
      ? known.text === text
        ? known.goesAlong
        : null
      : this._otherwise;
  }

  found(files: readonly IInstructionsText[]): void {
    this.waiting = [
      ...this.waiting.filter(
        each => !files.some(({ path }) => path === each.path)
      ),
      ...files.filter(file => this.answer(file) === null)
    ];
  }

  decide(file: IInstructionsText, goesAlong: boolean): void {
    this.answers.push({ ...file, goesAlong });
    this.waiting = this.waiting.filter(({ path }) => path !== file.path);
    this.onDecide?.();
  }
}
