/** Why a schema of a server cannot be used; a part of a sentence. */
export class SchemaProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SchemaProblem';
  }
}
