import { PanelFixture } from '../stories/panel-fixture';

let panel: PanelFixture;

beforeEach(async () => {
  panel = new PanelFixture();
  await panel.mount();
});

describe('the menu', () => {
  it('is grouped, with the words that people look for', async () => {
    await panel.run();
    await panel.click(panel.get('button', 'Menu'));
    const menu = panel.get('menu', 'Menu');
    expect(
      Array.from(menu.children, each => each.firstChild?.textContent)
    ).toEqual([
      'This conversation',
      'Timeline',
      'Log',
      'Continue in a new conversation with a summary',
      'Work',
      'Write a report…',
      'MCP servers',
      'Settings',
      'Model',
      'Permissions',
      'Memories',
      'Model requests',
      'All settings'
    ]);
  });
});
