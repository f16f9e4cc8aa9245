import { FakeLocks } from '../../testing/fake-locks';
import { withFileLock } from './save-document';

describe('the lock on a file', () => {
  const log: string[] = [];

  const work = (name: string) => async (): Promise<string> => {
    log.push(`begins ${name}`);
    await new Promise(resolve => setTimeout(resolve));
    log.push(`ends ${name}`);
    return name;
  };

  beforeEach(() => {
    log.length = 0;
  });

  it('lets one tab at a time save or load it, and others work on other files', async () => {
    const locks = new FakeLocks();
    const done = await Promise.all([
      withFileLock('a.ipynb', work('save'), locks),
      withFileLock('a.ipynb', work('load'), locks),
      withFileLock('b.ipynb', work('other'), locks)
    ]);
    expect(done).toEqual(['save', 'load', 'other']);
    const own = log.filter(line => !line.endsWith('other'));
    expect(own).toEqual([
      'begins save',
      'ends save',
      'begins load',
      'ends load'
    ]);
    expect(log.indexOf('begins other')).toBeLessThan(log.indexOf('ends save'));
  });

  it('passes on what the work throws, does it once, and lets go', async () => {
    const locks = new FakeLocks();
    const failing = withFileLock(
      'a.ipynb',
      async () => {
        log.push('fails');
        throw new Error('no space left');
      },
      locks
    );
    await expect(failing).rejects.toThrow('no space left');
    await withFileLock('a.ipynb', work('save'), locks);
    expect(log).toEqual(['fails', 'begins save', 'ends save']);
  });

  it('does not wait for ever for a tab that never lets go', async () => {
    jest.useFakeTimers();
    jest.spyOn(console, 'warn').mockImplementation();
    const locks = new FakeLocks();
    void withFileLock('a.ipynb', () => new Promise(() => undefined), locks);
    const saved = withFileLock('a.ipynb', async () => log.push('saved'), locks);
    await jest.advanceTimersByTimeAsync(9_000);
    expect(log).toEqual([]);
    await jest.advanceTimersByTimeAsync(2_000);
    await saved;
    expect(log).toEqual(['saved']);
    jest.useRealTimers();
  });

  it('works without Web Locks, and where the browser refuses them', async () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation();
    const refusing = {
      request: () => Promise.reject(new DOMException('no', 'SecurityError'))
    } as unknown as LockManager;
    expect(await withFileLock('a', work('one'), undefined)).toBe('one');
    expect(await withFileLock('a', work('two'), refusing)).toBe('two');
    expect(warned).toHaveBeenCalledTimes(1);
  });
});
