import { DEFAULT_POLICY } from '../../contract';
import { FakeGrammars } from '../../testing/fake-grammars';
import { FakeNotebook, printed } from '../../testing/fake-notebook';
import { FakeWorkspace } from '../../testing/fake-workspace';
import { Harness } from './harness';
import { Site } from './reopening';

/** Grammars that are loaded only on request, as in a page. */
class LateGrammars extends FakeGrammars {
  override get python(): FakeGrammars['python'] {
    return this.loads > 0 ? super.python : null;
  }
}

const ALLOWED = {
  policy: {
    ...DEFAULT_POLICY,
    effects: { ...DEFAULT_POLICY.effects, execute: 'allow' as const }
  }
};

describe('the grammar that tells code apart', () => {
  const harness = (grammars: FakeGrammars): Harness => {
    const notebook = new FakeNotebook({ onRun: () => printed('1') });
    return new Harness({
      script: [[{ name: 'jupyter_cell', args: { code: 'print(1)' } }], 'Done.'],
      notebook,
      workspace: new FakeWorkspace({ notebook, grammars }),
      settings: ALLOWED
    });
  };

  it('is there before the first call is looked at', async () => {
    const engine = harness(new LateGrammars());
    await engine.say();
    expect(engine.of('review-opened')).toEqual([]);
    expect(engine.notebook.cells().map(({ source }) => source)).toContain(
      'print(1)'
    );
  });

  it('makes each cell ask as a shell where it could not be loaded', async () => {
    const engine = harness(new FakeGrammars(false));
    await engine.say();
    const [{ cards }] = engine.of('review-opened');
    expect(cards).toMatchObject([
      {
        effect: 'shell',
        codeQuestion: {
          because: expect.stringContaining('parser could not be loaded')
        }
      }
    ]);
    expect(engine.notebook.cells()).toEqual([]);
  });

  it('is there when a run of an earlier page goes on', async () => {
    const site = new Site({
      answers: [[{ name: 'jupyter_cell', args: { code: 'print(1)' } }], 'Done.']
    });
    const first = site.page();
    await first.say('Go on.');
    first.kill();
    const grammars = new LateGrammars();
    const again = site.page({
      workspace: new FakeWorkspace({ notebook: site.notebook, grammars })
    });
    await again.open();
    expect(grammars.loads).toBeGreaterThan(0);
    await again.approveAll();
    expect(site.kernel).toEqual(['print(1)']);
  });
});
