import { PanelFixture } from './panel-fixture';

let panel: PanelFixture;

beforeEach(async () => {
  panel = new PanelFixture();
  await panel.mount();
});

afterEach(() => panel.dispose());

const CALL = 'c1';
const begin = () =>
  panel.run(
    {
      type: 'call-proposed',
      callId: CALL,
      messageId: 'm1',
      tool: 'weather__forecast',
      args: {},
      text: 'Asking weather'
    },
    { type: 'call-started', callId: CALL }
  );

describe('a call to a server', () => {
  it('shows how far it is, as a bar, in words, and for how long', async () => {
    await begin();
    await panel.tell({
      type: 'call-progress',
      callId: CALL,
      text: 'step 3 (3 of 4)',
      done: 0.75
    });
    const bar = document.querySelector('progress');
    expect(bar?.value).toBe(0.75);
    expect(bar?.getAttribute('aria-label')).toBe('Progress');
    expect(panel.text).toContain('step 3 (3 of 4)');
    expect(document.querySelector('time')).not.toBeNull();
  });

  it('has no bar where nobody knows how far it is', async () => {
    await begin();
    await panel.tell({ type: 'call-progress', callId: CALL, text: '3' });
    expect(document.querySelector('progress')).toBeNull();
  });

  it('draws rows as a table, as text whatever they hold', async () => {
    await begin();
    await panel.tell({
      type: 'call-finished',
      callId: CALL,
      state: 'done',
      text: 'Used forecast of weather',
      result:
        '| island | note |\n| --- | --- |\n| Biscoe | <img src=x onerror=alert(1)> |',
      images: 0
    });
    await panel.click(panel.get('button', /Show details/));
    const table = document.querySelector('table')!;
    expect(table.querySelectorAll('th')).toHaveLength(2);
    expect(table.textContent).toContain('<img src=x onerror=alert(1)>');
    expect(table.querySelector('img')).toBeNull();
  });
});
