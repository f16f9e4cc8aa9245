import { Notification } from '@jupyterlab/apputils';
import { codeCard } from '../../../testing/fake-agent';
import { PanelFixture } from '../../stories/panel-fixture';
import { reviewOpened } from '../../stories/events';

let panel: PanelFixture;

beforeEach(async () => {
  panel = new PanelFixture();
  await panel.mount();
});

async function show(): Promise<void> {
  await panel.menu('Permissions');
}

const rule = (name: string) => panel.get('switch', name);
const isOn = (name: string) => rule(name).getAttribute('aria-checked');

describe('the standing rules', () => {
  it('can be made and taken back, and each change reaches what waits; commands and the network are always asked about', async () => {
    await show();
    expect(isOn('Read cells, outputs, variables and files')).toBe('true');
    expect(isOn('Run code on the kernel')).toBe('false');
    await panel.click(rule('Run code on the kernel'));
    expect(isOn('Run code on the kernel')).toBe('true');
    await panel.click(rule('Run code on the kernel'));
    expect(isOn('Run code on the kernel')).toBe('false');
    await panel.click(rule('Add Markdown cells, and change those it added'));
    expect(panel.preferences.current.policy.markdown).toBe('ask');
    expect(panel.agent.commands('policy-changed')).toHaveLength(3);
    expect(panel.text).toContain('Run commands on the server: always asked');
    expect(panel.text).toContain('Use the network: always asked');
    expect(panel.all('switch', /commands|network/)).toEqual([]);
  });

  it('say why there are no commands where they cannot be run, and only there', async () => {
    const why = 'Commands can’t be run here: this server has no Python kernel.';
    await show();
    expect(panel.text).not.toContain('Commands can’t be run here');
    await panel.click(panel.get('button', /^Back/));
    Object.assign(panel.workspace.shell, { why });
    await show();
    expect(panel.text).toContain(why);
  });

  it('are loosened by a hand only, and taken back by anything', async () => {
    await show();
    panel.trusted = false;
    await panel.click(rule('Run code on the kernel'));
    expect(panel.preferences.policies).toEqual([]);
    await panel.click(rule('Read cells, outputs, variables and files'));
    expect(panel.preferences.current.policy.effects.read).toBe('ask');
  });

  it('of one notebook, of a tool and of the turn can be taken back', async () => {
    panel.preferences.set({
      policy: {
        ...panel.preferences.current.policy,
        notebooks: [
          {
            root: '',
            notebook: 'a.ipynb',
            id: 'n1',
            effects: ['execute', 'shell']
          }
        ],
        interruptOn: { list_files: false }
      }
    });
    await panel.run({ type: 'turn-rule', on: true, effects: ['edit'] });
    await show();
    await panel.click(
      panel.get(
        'button',
        'Take back: Run commands on the server in a.ipynb, until you close this page'
      )
    );
    expect(panel.preferences.current.policy.notebooks).toEqual([
      { root: '', notebook: 'a.ipynb', id: 'n1', effects: ['execute'] }
    ]);
    await panel.click(
      panel.get('button', 'Take back: Run code on the kernel in a.ipynb')
    );
    expect(panel.preferences.current.policy.notebooks).toEqual([]);
    await panel.click(panel.get('button', 'Take back: list_files never asks'));
    expect(panel.preferences.current.policy.interruptOn).toEqual({});
    await panel.click(panel.get('button', 'Take back: edits'));
    expect(panel.agent.commands('turn-rule')).toMatchObject([{ on: false }]);
  });

  it.each([
    ['a.ipynb', '/elsewhere/a.ipynb'],
    ['a” is read only “.ipynb', '“/elsewhere/a" is read only ".ipynb”']
  ])(
    'of a notebook of another server’s folder say where that is: %s',
    async (notebook, shown) => {
      panel.preferences.set({
        policy: {
          ...panel.preferences.current.policy,
          notebooks: [
            { root: '/elsewhere', notebook, id: 'n1', effects: ['execute'] }
          ]
        }
      });
      await show();
      expect(panel.text).toContain(`Run code on the kernel in ${shown}`);
    }
  );

  it('that two clicks make at once are both kept', async () => {
    await show();
    rule('Run code on the kernel').click();
    rule('Change cells of the notebook').click();
    await panel.settle();
    const { effects } = panel.preferences.current.policy;
    expect([effects.execute, effects.edit]).toEqual(['allow', 'allow']);
  });

  it('say when they could not be kept', async () => {
    panel.preferences.refuses = new Error('offline');
    await show();
    await panel.click(rule('Run code on the kernel'));
    expect(Notification.manager.notifications.at(-1)?.message).toContain(
      'your rules stay as they were'
    );
    expect(panel.agent.commands('policy-changed')).toEqual([]);
  });

  it('are taken back without waiting for another that is being saved', async () => {
    await show();
    // Saving a rule that allows more never finishes.
    const { setPolicy } = panel.preferences;
    panel.preferences.setPolicy = () => new Promise(() => undefined);
    await panel.click(rule('Run code on the kernel'));
    panel.preferences.setPolicy = setPolicy;
    await panel.click(rule('Read cells, outputs, variables and files'));
    expect(panel.agent.commands('policy-changed')).toHaveLength(1);
    expect(panel.preferences.current.policy.effects.read).toBe('ask');
  });

  it('say that a decision waits, and Esc leads back', async () => {
    await show();
    await panel.run(reviewOpened([codeCard('a')]));
    expect(panel.all('button', 'Back, 1 decision waiting')).toHaveLength(1);
    await panel.press(
      panel.host.querySelector('.jp-Cellwright-sideView')!,
      'Escape'
    );
    expect(panel.all('group', /^Review/)).toHaveLength(1);
    expect(document.activeElement).toBe(panel.composer);
  });

  it('are next to all other settings', async () => {
    await panel.menu('All settings');
    expect(panel.preferences.opened).toBe(1);
  });
});

describe('a setting that cannot be used', () => {
  it('is said at the top, with the way to the settings', async () => {
    expect(panel.all('button', 'Open the settings')).toEqual([]);
    panel.preferences.set({}, ['“Model calls” is no number; 30 counts.']);
    await panel.settle();
    expect(panel.text).toContain('“Model calls” is no number; 30 counts.');
    await panel.click(panel.get('button', 'Open the settings'));
    expect(panel.preferences.opened).toBe(1);
  });
});
