import { Widget } from '@lumino/widgets';

import { codeCard } from '../../testing/fake-agent';
import { createAttention } from './attention';
import { PanelFixture } from '../stories/panel-fixture';
import { questionOpened, reviewDecided, reviewOpened } from '../stories/events';

let panel: PanelFixture;
let sidebar: Widget;
let attention: ReturnType<typeof createAttention>;
let visible: boolean;

beforeEach(() => {
  document.head.innerHTML = '<title>JupyterLab</title>';
  panel = new PanelFixture();
  sidebar = new Widget();
  sidebar.title.caption = 'Cellwright';
  sidebar.title.className = 'own';
  visible = false;
  attention = createAttention({
    store: panel.store,
    title: sidebar.title,
    isPanelVisible: () => visible
  });
});

afterEach(() => {
  attention.dispose();
  sidebar.dispose();
});

const review = () => panel.run(reviewOpened([codeCard('a')]));

describe('a review that waits out of sight', () => {
  it('is on the sidebar’s icon and in the page’s title, also when JupyterLab writes it anew, until the panel is seen', async () => {
    await review();
    expect(sidebar.title.dataset['cellwright-pending']).toBe('1');
    expect(sidebar.title.className).toBe('own jp-mod-cellwrightPending');
    expect(sidebar.title.caption).toBe('Cellwright: 1 review is waiting');
    expect(document.title).toBe('(1) Review waiting – JupyterLab');
    document.title = 'other.ipynb - JupyterLab';
    await panel.settle();
    expect(document.title).toBe(
      '(1) Review waiting – other.ipynb - JupyterLab'
    );
    visible = true;
    attention.refresh();
    expect(sidebar.title.dataset['cellwright-pending']).toBeUndefined();
    expect(sidebar.title.className).toBe('own');
    expect(sidebar.title.caption).toBe('Cellwright');
    expect(document.title).toBe('other.ipynb - JupyterLab');
  });

  it('is taken back once it is decided', async () => {
    await review();
    await panel.tell(reviewDecided('a'));
    expect(document.title).toBe('JupyterLab');
  });

  it('is shown in the title of a page in the background', async () => {
    visible = true;
    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await review();
    expect(document.title).toBe('(1) Review waiting – JupyterLab');
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(document.title).toBe('JupyterLab');
  });
});

/** Fakes system notifications and whether the page is hidden. */
function noticesOfTheSystem() {
  const shown: { title: string; body?: string }[] = [];
  const asked = jest.fn(async () => 'granted' as const);

  class FakeNotification {
    static permission: NotificationPermission = 'granted';
    static readonly requestPermission = asked;

    constructor(title: string, { body }: NotificationOptions = {}) {
      shown.push({ title, body });
    }
  }

  const hide = (value: boolean) =>
    Object.defineProperty(document, 'hidden', { value, configurable: true });
  Object.assign(globalThis, { Notification: FakeNotification });
  return {
    shown,
    asked,
    fake: FakeNotification,
    hide,
    end: () => {
      hide(false);
      delete (globalThis as { Notification?: unknown }).Notification;
    }
  };
}

describe('a notice of the system', () => {
  let notices: ReturnType<typeof noticesOfTheSystem>;

  beforeEach(() => {
    notices = noticesOfTheSystem();
    notices.hide(true);
  });

  afterEach(() => notices.end());

  it('comes only if it was switched on, and says nothing of the card', async () => {
    await review();
    expect(notices.shown).toEqual([]);
    panel.preferences.set({ notify: true });
    await panel.tell(
      questionOpened({
        interrupt_id: 'i2',
        node_ref: 'plan',
        step_id: 's',
        kind: 'confirm',
        title: 'A secret?',
        text: ''
      })
    );
    expect(notices.shown).toEqual([
      {
        title: 'Cellwright is waiting for you',
        body: 'A card needs your decision.'
      }
    ]);
  });

  it('does not come while the page is seen, nor where the browser forbids it', async () => {
    panel.preferences.set({ notify: true });
    notices.fake.permission = 'denied';
    await review();
    notices.fake.permission = 'granted';
    notices.hide(false);
    await panel.tell(reviewOpened([codeCard('b')], { interruptId: 'i2' }));
    expect(notices.shown).toEqual([]);
  });

  it('is asked for as a message goes out, and not before', async () => {
    notices.fake.permission = 'default';
    panel.preferences.set({ notify: true });
    expect(notices.asked).not.toHaveBeenCalled();
    panel.store.sending.say('hello');
    expect(notices.asked).toHaveBeenCalledTimes(1);
  });
});
