import type { OpenQuestion } from '../../contract';
import { PanelFixture } from './panel-fixture';
import { questionClosed, questionOpened } from './events';

let panel: PanelFixture;
let open: jest.SpyInstance;

beforeEach(async () => {
  panel = new PanelFixture();
  await panel.mount();
  open = jest.spyOn(window, 'open').mockReturnValue(null);
});

const asker = { server: 'tickets', host: 'tickets.example.org' };
const BASE = { interrupt_id: 'i1', node_ref: 'tickets__new', step_id: 'c1' };
const FORM: OpenQuestion = {
  ...BASE,
  kind: 'form',
  title: '“tickets” asks you',
  text: 'Which project?',
  schema: {
    type: 'object',
    properties: { project: { type: 'string', title: 'Project' } },
    required: ['project']
  },
  values: { project: 'penguins' },
  asker
};
const PAGE: OpenQuestion = {
  ...BASE,
  kind: 'confirm',
  title: '“tickets” asks you to open a page',
  text: 'Sign here',
  yes: 'Open sign.example.org',
  no: 'Decline',
  asker: { ...asker, url: 'https://sign.example.org/now?for=you' }
};

const ask = (interrupt: OpenQuestion) => panel.run(questionOpened(interrupt));
const card = () => panel.card(/^Question: /);
const answers = () => panel.agent.commands('answer').map(each => each.answer);

describe('a question of a server', () => {
  it('says whom the answer goes to', async () => {
    await ask(FORM);
    expect(card().textContent).toContain(
      'Your answer goes to the server “tickets” (tickets.example.org). Do not enter passwords.'
    );
    await panel.click(panel.get('button', 'Answer'));
    expect(answers()).toEqual([{ values: { project: 'penguins' } }]);
  });

  it('is drawn at once, however much its form wants', async () => {
    await ask({
      ...FORM,
      schema: {
        type: 'object',
        properties: {
          project: { type: 'string', title: 'Project' },
          all: { type: 'array', items: { type: 'string' }, minItems: 1e8 }
        }
      }
    });
    expect(panel.get('textbox', 'Your answer, as JSON')).toBeTruthy();
  });

  it('is answered as JSON where a form would not be seen whole', async () => {
    await ask({
      ...FORM,
      schema: {
        type: 'object',
        properties: { 'project\u202e': { type: 'string' } }
      }
    });
    await panel.click(panel.get('button', 'What may stand in it'));
    expect(card().querySelector('pre')?.textContent).toContain(
      'project⟨U+202E⟩'
    );
    await panel.type('Your answer, as JSON', '{"project\\u202e": "seals"}');
    await panel.click(panel.get('button', 'Answer'));
    expect(answers()).toEqual([{ values: { 'project\u202e': 'seals' } }]);
  });

  it('tells a no from no answer', async () => {
    await ask(FORM);
    await panel.click(panel.get('button', 'Decline'));
    expect(answers()).toEqual([{ cancelled: true, why: 'declined' }]);
    await panel.tell(questionClosed({ cancelled: true, why: 'declined' }));
    expect(panel.text).toContain('you declined');
    await ask({ ...FORM, interrupt_id: 'i2' });
    await panel.click(panel.get('button', 'Skip'));
    expect(answers().at(-1)).toEqual({ cancelled: true });
  });

  it('opens a page only by a click of a hand that shows its host', async () => {
    await ask(PAGE);
    expect(card().textContent).toContain(
      'https://sign.example.org/now?for=you'
    );
    panel.trusted = false;
    await panel.click(panel.get('button', 'Open sign.example.org'));
    expect(open).not.toHaveBeenCalled();
    panel.trusted = true;
    await panel.click(panel.get('button', 'Open sign.example.org'));
    expect(open.mock.calls).toEqual([
      ['https://sign.example.org/now?for=you', '_blank', 'noopener,noreferrer']
    ]);
    expect(answers()).toEqual([{ confirmed: true }]);
  });

  it('opens nothing where the person declines', async () => {
    await ask(PAGE);
    await panel.click(panel.get('button', 'Decline'));
    expect(open).not.toHaveBeenCalled();
    expect(answers()).toEqual([{ confirmed: false }]);
    await panel.tell(questionClosed({ confirmed: false }));
    expect(panel.text).toContain('asks you to open a page “Decline”');
    expect(panel.text).not.toContain('✓');
  });

  it('has check boxes where several of some values may be chosen', async () => {
    await ask({
      ...FORM,
      schema: {
        type: 'object',
        properties: {
          sites: {
            type: 'array',
            title: 'Sites',
            items: { type: 'string', enum: ['Biscoe', 'Dream'] }
          },
          kinds: {
            type: 'array',
            items: { anyOf: [{ const: 'a', title: 'Adelie' }, { const: 'g' }] }
          }
        }
      },
      values: {}
    });
    const boxes = Array.from(
      card().querySelectorAll<HTMLInputElement>('input[type=checkbox]')
    );
    expect(boxes.map(box => box.closest('label')?.textContent?.trim())).toEqual(
      ['Biscoe', 'Dream', 'a (“Adelie”)', 'g']
    );
    await panel.click(boxes[1]);
    await panel.click(boxes[2]);
    await panel.click(panel.get('button', 'Answer'));
    expect(answers()).toEqual([{ values: { sites: ['Dream'], kinds: ['a'] } }]);
  });

  it('never opens what is no page', async () => {
    await ask({ ...PAGE, asker: { ...asker, url: 'javascript:alert(1)' } });
    await panel.click(panel.get('button', 'Open sign.example.org'));
    expect(open).not.toHaveBeenCalled();
    expect(answers()).toEqual([]);
  });
});
