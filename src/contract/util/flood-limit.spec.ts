import { FloodLimit } from './flood-limit';

describe('a limit for what comes too fast', () => {
  const limited = () => {
    const described: string[] = [];
    const limit = new FloodLimit({ burst: 10, perSecond: 5 }, () =>
      described.push('flood')
    );
    const admitted = (count: number, now: number): number =>
      Array.from({ length: count }, () => limit.admits(now)).filter(Boolean)
        .length;
    return { reported: described, admitted };
  };

  it('lets through what comes at an ordinary pace for good', () => {
    const { reported, admitted } = limited();
    for (let second = 0; second < 100; second++) {
      expect(admitted(5, second * 1000)).toBe(5);
    }
    expect(reported).toEqual([]);
  });

  it('leaves out the rest, says so once, and listens again afterwards', () => {
    const { reported, admitted } = limited();
    expect(admitted(1000, 0)).toBe(10);
    expect(admitted(1000, 1000)).toBe(5);
    expect(reported).toEqual(['flood']);
    expect(admitted(3, 60_000)).toBe(3);
  });

  it('does not open by a clock that goes back', () => {
    const { admitted } = limited();
    expect(admitted(10, 50_000)).toBe(10);
    expect(admitted(1, 0)).toBe(0);
  });
});
