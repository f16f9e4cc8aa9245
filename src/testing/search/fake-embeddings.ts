import type { IEmbeddings } from '../../contract';

/** Vectors by groups of words that mean the same, and everything that was asked. */
export class FakeEmbeddings implements IEmbeddings {
  readonly asked: string[] = [];
  requests = 0;
  /** What asking ends in, instead of vectors. */
  refuses: Error | null = null;
  /** Asked before each answer. */
  before: () => Promise<void> = async () => undefined;

  /** @param groups words that mean the same, with a dimension each. */
  constructor(readonly groups: readonly string[]) {}

  async embedDocuments(texts: string[]): Promise<number[][]> {
    this.requests++;
    this.asked.push(...texts);
    await this.before();
    if (this.refuses) {
      throw this.refuses;
    }
    return texts.map(text => this._vector(text));
  }

  private _vector(text: string): number[] {
    const words = new Set(text.toLowerCase().match(/[a-z]+/g) ?? []);
    const shares = this.groups.map(
      group => group.split(' ').filter(word => words.has(word)).length
    );
    // Something that all texts share, as vectors of real models do.
    return [0.5, ...shares];
  }
}
