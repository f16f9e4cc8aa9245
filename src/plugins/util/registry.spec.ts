import { Registry } from './registry';

interface IEntry {
  name: string;
}

describe('Registry', () => {
  let errors: unknown[];
  let registry: Registry<IEntry>;

  beforeEach(() => {
    errors = [];
    registry = new Registry(error => errors.push(error));
  });

  it('gives entries in the order of registration, whatever they load', async () => {
    registry.register(async () => {
      await new Promise(resolve => setTimeout(resolve, 5));
      return [{ name: 'slow' }, { name: 'too' }];
    });
    registry.register({ name: 'quick' });
    expect(await registry.load()).toEqual([
      { name: 'slow' },
      { name: 'too' },
      { name: 'quick' }
    ]);
  });

  it('takes an entry back', async () => {
    const one = registry.register({ name: 'one' });
    registry.register({ name: 'two' });
    one.dispose();
    expect(await registry.load()).toEqual([{ name: 'two' }]);
  });

  it('tells a loader that fails, keeps the others, and tries it again', async () => {
    const load = jest
      .fn(async () => [{ name: 'back' }])
      .mockRejectedValueOnce(new Error('network'));
    registry.register(load);
    registry.register({ name: 'other' });
    expect(await registry.load()).toEqual([{ name: 'other' }]);
    expect(errors).toEqual([new Error('network')]);
    expect(await registry.load()).toEqual([
      { name: 'back' },
      { name: 'other' }
    ]);
  });
});
