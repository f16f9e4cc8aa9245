import { forgetRefusals, refusalsOf, rememberRefusals } from './model-refusals';

const MODEL = { provider: 'openai', baseUrl: 'https://a/v1', model: 'm' };

/** As a browser keeps it from one page to the next. */
class KeptStrings {
  private readonly _all = new Map<string, string>();

  getItem(key: string): string | null {
    return this._all.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this._all.set(key, value);
  }
}

beforeAll(() => {
  Object.assign(globalThis, { localStorage: new KeptStrings() });
});

afterAll(() => {
  Reflect.deleteProperty(globalThis, 'localStorage');
});

describe('what a model has refused', () => {
  it('is known again in the next page, for this model alone, until it is tried anew', async () => {
    rememberRefusals(MODEL, ['images']);
    rememberRefusals(MODEL, ['temperature']);
    jest.resetModules();
    const next: typeof import('./model-refusals') =
      await import('./model-refusals');
    expect(next.refusalsOf(MODEL)).toEqual(['images', 'temperature']);
    expect(next.refusalsOf({ ...MODEL, model: 'other' })).toEqual([]);
    forgetRefusals(MODEL);
    expect(next.refusalsOf(MODEL)).toEqual([]);
    expect(refusalsOf(MODEL)).toEqual([]);
  });
});
