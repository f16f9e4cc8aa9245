import type { OpenQuestion } from '../../contract';
import { PanelFixture } from './panel-fixture';
import { questionClosed } from './events';

const CARD: OpenQuestion & { kind: 'custom' } = {
  interrupt_id: 'i1',
  node_ref: 'choose',
  step_id: 's1',
  kind: 'custom',
  workflow: 'names',
  card: 'choice',
  title: 'Choose a name',
  text: 'What should bm be called?',
  blocks: [
    { kind: 'text', text: '<img src=x onerror=alert(1)>' },
    { kind: 'list', items: ['mass', 'weight'] },
    { kind: 'table', head: ['Name', 'Length'], rows: [['mass', '4']] },
    { kind: 'code', text: 'df.rename()' }
  ],
  schema: {
    type: 'object',
    properties: { name: { type: 'string', title: 'Name' } },
    required: ['name']
  },
  values: { name: 'mass' },
  buttons: [
    { name: 'take', label: 'Take this name', fills: true },
    { name: 'keep', label: 'Keep the old one', fills: false }
  ]
};

describe('a card of another extension', () => {
  let panel: PanelFixture;

  beforeEach(async () => {
    panel = new PanelFixture();
    await panel.mount();
    await panel.run({ type: 'interrupt-opened', interrupt: CARD });
  });

  const card = () => panel.card(/^Question: “Choose a name/);
  const answers = () =>
    panel.agent.commands('answer').map(({ answer }) => answer);

  it('is drawn as text, whatever stands in it', () => {
    expect(card().querySelector('img')).toBeNull();
    expect(card().textContent).toContain('<img src=x onerror=alert(1)>');
    expect(
      Array.from(card().querySelectorAll('li'), each => each.textContent)
    ).toEqual(['mass', 'weight']);
    expect(card().querySelector('th')?.getAttribute('scope')).toBe('col');
    expect(card().querySelector('pre')?.textContent).toBe('df.rename()');
    expect(panel.announced).toContain('A question for you: “Choose a name');
  });

  it('sends its form with the button that needs it, by the keyboard too', async () => {
    const field = card().querySelector<HTMLInputElement>('input')!;
    // Nothing that is drawn in the page can name it.
    expect(field.id).toMatch(/^cellwright-[0-9a-f-]{36}/);
    await panel.type(field, 'weight');
    await panel.press(card(), 'Enter', { ctrlKey: true });
    expect(answers()).toEqual([{ button: 'take', values: { name: 'weight' } }]);
  });

  it('sends no form with another, and nothing by a hand that is not the person’s', async () => {
    panel.trusted = false;
    await panel.click(panel.get('button', 'Keep the old one'));
    expect(answers()).toEqual([]);
    panel.trusted = true;
    await panel.click(panel.get('button', 'Keep the old one'));
    expect(answers()).toEqual([{ button: 'keep', values: {} }]);
  });

  it('says in a line what was pressed, once it is closed', async () => {
    await panel.tell(
      questionClosed({ button: 'take', values: { name: 'weight' } })
    );
    expect(panel.text).toContain('Choose a name “Take this name”');
  });
});
