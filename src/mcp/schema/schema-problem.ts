/** Why a server's schema cannot be used; part of a sentence. */
export class SchemaProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SchemaProblem';
  }
}
