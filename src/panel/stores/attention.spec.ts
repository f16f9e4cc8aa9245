import { Widget } from '@lumino/widgets';

import { ENGLISH } from '../../contract';
import { codeCard } from '../../testing/fake-agent';
import { createAttention, type IAttention } from './attention';
import { PanelFixture } from '../stories/panel-fixture';

let panel: PanelFixture;
let sidebar: Widget;
let attention: IAttention;
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
    isPanelVisible: () => visible,
    document,
    trans: ENGLISH
  });
});

afterEach(async () => {
  attention.dispose();
  sidebar.dispose();
  await panel.dispose();
});

const review = () =>
  panel.run({
    type: 'review-opened',
    interruptId: 'i1',
    cards: [codeCard('a')]
  });

describe('a review that waits out of sight', () => {
  it('is on the sidebar’s icon and in the page’s title', async () => {
    await review();
    expect(sidebar.title.dataset['cellwright-pending']).toBe('1');
    expect(sidebar.title.className).toBe('own jp-mod-cellwrightPending');
    expect(sidebar.title.caption).toBe('Cellwright: 1 review is waiting');
    expect(document.title).toBe('(1) Review waiting – JupyterLab');
  });

  it('stays in the title when JupyterLab writes it anew', async () => {
    await review();
    document.title = 'other.ipynb - JupyterLab';
    await panel.settle();
    expect(document.title).toBe(
      '(1) Review waiting – other.ipynb - JupyterLab'
    );
  });

  it('is taken back once the panel is seen, with the title as it was', async () => {
    await review();
    visible = true;
    attention.refresh();
    expect(sidebar.title.dataset['cellwright-pending']).toBeUndefined();
    expect(sidebar.title.className).toBe('own');
    expect(sidebar.title.caption).toBe('Cellwright');
    expect(document.title).toBe('JupyterLab');
  });

  it('is taken back once it is decided', async () => {
    await review();
    await panel.tell({
      type: 'review-decided',
      interruptId: 'i1',
      callId: 'a',
      decision: { type: 'approve' },
      by: 'person'
    });
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
    hidden.mockRestore();
  });
});
