import { calling, type Harness, startRun } from './harness';
import { plainTool } from './plain-tools';

/** What the middlewares changed, as the debug view shows it. */
const changes = (harness: Harness): [string, unknown][] =>
  harness
    .of('debug')
    .filter(({ entry }) => entry.kind === 'middleware')
    .map(({ entry }) => [entry.title, entry.body]);

const OUTGOING = { made: 0, withheld: 0, cleared: 0, images: 0 };
const look = (text: string) => plainTool('look', 'read', { result: { text } });
const looks = calling('look', { code: 'a' });

describe('a change to what is sent is noted in the debug view:', () => {
  it('old results that are cleared', async () => {
    const harness = await startRun({
      tools: [look('row\n'.repeat(200))],
      settings: { debug: true, context: { keepResults: 1 } },
      choice: { contextWindow: 2500 },
      script: [...Array.from({ length: 7 }, () => looks), 'Done.']
    });
    expect(changes(harness)[0]).toEqual([
      'Changed what is sent',
      { ...OUTGOING, cleared: expect.any(Number) }
    ]);
  });

  it('results withheld in the mode “schemas only”', async () => {
    const harness = await startRun({
      tools: [look('Smith, 42')],
      settings: { debug: true },
      script: [looks, 'Done.', 'Again.']
    });
    expect(changes(harness)).toEqual([]);
    harness.settings.privacy.schemasOnly = true;
    await harness.say();
    expect(changes(harness)).toEqual([
      ['Changed what is sent', { ...OUTGOING, withheld: 1 }]
    ]);
  });
});
