import type { EventBody } from '../contract';
import { codeCard } from '../testing/fake-agent';
import { PanelFixture } from './stories/panel-fixture';
import { callProposed, reviewOpened } from './stories/events';

let panel: PanelFixture;

beforeEach(async () => {
  panel = new PanelFixture();
  await panel.mount();
  await panel.run(callProposed('a'));
});

const opened: EventBody = reviewOpened([codeCard('a')]);

const ran = (cellId: string): EventBody => ({
  type: 'call-progress',
  callId: 'a',
  cellId
});

const inView = (): string | undefined => panel.workspace.inView?.cellId;

describe('following', () => {
  it('keeps in view what is proposed, then what runs', async () => {
    await panel.tell(opened);
    expect(panel.workspace.inView).toMatchObject({
      path: 'work/penguins.ipynb',
      cellId: 'c1'
    });
    await panel.tell(ran('c9'));
    expect(inView()).toBe('c9');
  });

  it.each([
    ['the person scrolls', () => panel.workspace.inView?.onScroll()],
    [
      'they look at another cell',
      () => panel.store.revealCell('work/penguins.ipynb', 'c2')
    ]
  ])('ends when %s, until the next run', async (_, act) => {
    await panel.tell(opened);
    act();
    await panel.tell(ran('c9'));
    expect(inView()).toBeUndefined();
    expect(panel.get('button', 'Following').getAttribute('aria-pressed')).toBe(
      'false'
    );
    await panel.run(ran('c10'));
    expect(inView()).toBe('c10');
  });

  it('is switched off for good by the person, and on again at once', async () => {
    await panel.tell(opened);
    await panel.click(panel.get('button', 'Following'));
    await panel.run(ran('c9'));
    expect(inView()).toBeUndefined();
    await panel.click(panel.get('button', 'Following'));
    expect(inView()).toBe('c9');
  });

  it('does not scroll to what other conversations do', async () => {
    panel.agent.tell('another', ran('c9'));
    await panel.settle();
    expect(inView()).toBeUndefined();
  });
});
