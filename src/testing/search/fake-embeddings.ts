import type { IEmbeddings } from '../../contract';

/**
 * Vectors made from groups of words with the same meaning; counts the requests.
 */
export class FakeEmbeddings implements IEmbeddings {
  readonly asked: string[] = [];
  requests = 0;
  /** The error with which requests fail. */
  refuses: Error | null = null;
  /** Called before each answer. */
  before: () => Promise<void> = async () => undefined;

  /** @param groups words with the same meaning, one dimension per group. */
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
    // A part that all texts share, as in vectors of real models.
    return [0.5, ...shares];
  }
}
