import type { IMemoryEntry } from '../../../contract';
import type { IPlanTool } from '../plan-ports';
import { predictedAcceptance } from '../nodes/step-card';

const TOOL: IPlanTool = {
  name: 'inspect',
  schema: { type: 'object' },
  score: 1,
  reachesOut: false,
  version: 'v1'
};

const passes = (
  tools: readonly IPlanTool[],
  entry: Partial<IMemoryEntry> = {},
  likeness = 1
): boolean =>
  predictedAcceptance(tools, [
    {
      likeness,
      entry: {
        uses: 9,
        decisions: { accept: 9 },
        versions: { inspect: 'v1' },
        origin: 'here',
        ...entry
      } as IMemoryEntry
    }
  ]) !== null;

describe('the card of a step', () => {
  it('passes by what this person accepted again and again', () => {
    expect(passes([TOOL])).toBe(true);
  });

  it.each([
    [5, 5, 1, true],
    [4, 4, 1, false],
    [5, 4, 1, false],
    [10, 8, 1, false],
    [11, 9, 1, true],
    [9, 9, 0.79, false],
    [9, 9, 0.8, true]
  ])(
    'after %i decisions, %i to accept, at a likeness of %d: %s',
    (uses, accept, likeness, expected) => {
      const entry = { uses, decisions: { accept } };
      expect(passes([TOOL], entry, likeness)).toBe(expected);
    }
  );

  it('does not pass where nobody knows what the step will call', () => {
    expect(passes([])).toBe(false);
  });

  it('does not pass by decisions that a file speaks of', () => {
    expect(passes([TOOL], { origin: 'file' })).toBe(false);
  });

  it('does not pass with a tool that reaches out or has changed', () => {
    expect(passes([{ ...TOOL, reachesOut: true }])).toBe(false);
    expect(passes([{ ...TOOL, version: 'v2' }])).toBe(false);
  });
});
