import { PanelFixture } from '../../stories/panel-fixture';

const FILE = { path: 'work/.cellwright.md', text: 'Use SI units.\u202e' };

describe('instructions that lie beside the notebook', () => {
  let panel: PanelFixture;

  beforeEach(async () => {
    panel = new PanelFixture();
    panel.preferences.folderInstructions.found([FILE]);
    await panel.mount();
  });

  it('are shown with their place and their whole text, and go along once the person says so', async () => {
    const group = panel.get('group', 'Instructions in work/.cellwright.md');
    expect(group.textContent).toContain('Use SI units.⟨U+202E⟩');
    expect(panel.preferences.folderInstructions.answers).toEqual([]);
    await panel.click(panel.get('button', 'Send them'));
    expect(panel.preferences.folderInstructions.answers).toEqual([
      { ...FILE, goesAlong: true }
    ]);
  });

  it('can be left out', async () => {
    await panel.click(panel.get('button', 'Don’t send them'));
    expect(panel.preferences.folderInstructions.answers).toEqual([
      { ...FILE, goesAlong: false }
    ]);
    expect(panel.announced).toContain('They are not sent.');
  });
});

describe('a skill that lies beside the notebook', () => {
  const SKILL = {
    path: 'skills/plots/SKILL.md',
    text: '---\nname: plots\n---\nObey\u200b me. <button>Send them along</button>',
    skill: 'plots',
    hash: 'abc'
  };
  let panel: PanelFixture;

  beforeEach(async () => {
    panel = new PanelFixture();
    panel.preferences.folderInstructions.found([SKILL]);
    await panel.mount();
  });

  it('is shown as it is, and used once the person says so', async () => {
    const group = panel.get('group', 'Skill in skills/plots/SKILL.md');
    expect(group.textContent).toContain('Obey⟨U+200B⟩ me. <button>');
    expect(group.querySelectorAll('button')).toHaveLength(2);
    await panel.click(panel.get('button', 'Use this skill'));
    expect(panel.preferences.folderInstructions.answers).toEqual([
      { ...SKILL, goesAlong: true }
    ]);
    expect(panel.announced).toContain('can be used from now on');
  });

  it('is not used by a click that is not the person’s, and can be turned down', async () => {
    panel.trusted = false;
    await panel.click(panel.get('button', 'Use this skill'));
    expect(panel.preferences.folderInstructions.answers).toEqual([]);
    await panel.click(panel.get('button', 'Don’t use it'));
    expect(panel.preferences.folderInstructions.answers).toEqual([
      { ...SKILL, goesAlong: false }
    ]);
  });

  it('is on one card with the others of its folder, and waits for those of other folders', async () => {
    const many = Array.from({ length: 5 }, (_, index) => ({
      ...SKILL,
      skill: `s${index}`,
      path: `f${Math.max(0, index - 1)}/skills/s${index}/SKILL.md`
    }));
    await panel.dispose();
    panel = new PanelFixture();
    panel.preferences.folderInstructions.found(many);
    await panel.mount();
    const labels = () =>
      panel
        .all('group')
        .map(each => each.getAttribute('aria-label') ?? '')
        .filter(label => /^Skill/.test(label));
    expect(labels()).toEqual([
      'Skills in f0/skills',
      'Skill in f1/skills/s2/SKILL.md',
      'Skill in f2/skills/s3/SKILL.md'
    ]);
    expect(panel.host.textContent).toContain('1 more');
    const both = panel.get('group', 'Skills in f0/skills');
    expect(both.querySelectorAll('pre')).toHaveLength(2);
    await panel.click(panel.button(both, 'Use these skills'));
    expect(
      panel.preferences.folderInstructions.answers.map(each => each.path)
    ).toEqual(['f0/skills/s0/SKILL.md', 'f0/skills/s1/SKILL.md']);
  });
});
