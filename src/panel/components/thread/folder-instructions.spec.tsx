import { PanelFixture } from '../../stories/panel-fixture';

const FILE = { path: 'work/.cellwright.md', text: 'Use SI units.\u202e' };

describe('instructions that lie beside the notebook', () => {
  let panel: PanelFixture;

  beforeEach(async () => {
    panel = new PanelFixture();
    panel.preferences.folderInstructions.found([FILE]);
    await panel.mount();
  });

  afterEach(() => panel.dispose());

  it('are shown with their place and their whole text, and go along once the person says so', async () => {
    const group = panel.get('group', 'Instructions in work/.cellwright.md');
    expect(group.textContent).toContain('Use SI units.⟨U+202E⟩');
    expect(panel.preferences.folderInstructions.answers).toEqual([]);
    await panel.click(panel.get('button', 'Send them'));
    expect(panel.preferences.folderInstructions.answers).toEqual([
      { ...FILE, goesAlong: true }
    ]);
  });

  it('do not go along by a click that is not the person’s', async () => {
    panel.trusted = false;
    await panel.click(panel.get('button', 'Send them'));
    expect(panel.preferences.folderInstructions.answers).toEqual([]);
    expect(panel.announced).toContain('Only a real click');
  });

  it('can be left out', async () => {
    await panel.click(panel.get('button', 'Don’t send them'));
    expect(panel.preferences.folderInstructions.answers).toEqual([
      { ...FILE, goesAlong: false }
    ]);
    expect(panel.announced).toContain('They are not sent.');
  });
});
