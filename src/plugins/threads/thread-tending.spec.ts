import { DEFAULT_SETTINGS, ENGLISH } from '../../contract';
import { cleanUpWhenIdle } from './thread-tending';

describe('cleaning up conversations', () => {
  const limits = (keepDays: number, keepMegabytes: number) => ({
    current: {
      ...DEFAULT_SETTINGS,
      threads: { storage: 'browser' as const, keepDays, keepMegabytes }
    }
  });
  const idle = async () => undefined;

  it('asks for what the settings say, once the page is idle, and tells each in a sentence', async () => {
    const cleanUp = jest.fn(async () => ['Old one', 'Older one']);
    let isIdle = (): void => undefined;
    const cleaning = cleanUpWhenIdle({
      threads: { cleanUp },
      preferences: limits(30, 100),
      trans: ENGLISH,
      idle: () => new Promise(resolve => (isIdle = resolve))
    });
    await Promise.resolve();
    expect(cleanUp).not.toHaveBeenCalled();
    isIdle();
    const sentences = await cleaning;
    expect(cleanUp).toHaveBeenCalledWith({ days: 30, megabytes: 100 });
    expect(sentences).toEqual([
      expect.stringMatching(/^“Old one” was deleted/),
      expect.stringMatching(/^“Older one” was deleted/)
    ]);
  });

  it('that fails is left to the next page', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation();
    const cleanUp = () => Promise.reject(new Error('disk'));
    expect(
      await cleanUpWhenIdle({
        threads: { cleanUp },
        preferences: limits(90, 500),
        trans: ENGLISH,
        idle
      })
    ).toEqual([]);
    expect(warn).toHaveBeenCalled();
  });
});
