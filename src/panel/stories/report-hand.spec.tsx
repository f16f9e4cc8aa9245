import { Widget } from '@lumino/widgets';
import { act } from 'react';

import { trusted } from '../../testing/trusted';
import { isPersonsEvent } from '../trust/is-persons-event';
import { answer } from '../card/answer';
import { PanelFixture } from './panel-fixture';
import { EVIDENCE, PLAN, progress, REVIEW, STARTED } from './report-samples';
import { questionOpened } from './events';

const click = () => new MouseEvent('click', { bubbles: true });

let panel: PanelFixture;
let shown: Widget[];

beforeEach(async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  shown = [];
  panel = new PanelFixture({}, undefined, {
    isTrusted: isPersonsEvent,
    showInMain: widget => {
      Widget.attach(widget, document.body);
      shown.push(widget);
      return true;
    }
  });
  // The class that the sidebar's widget has in the page.
  panel.host.classList.add('jp-Cellwright-root');
  await panel.mount();
});

afterEach(async () => {
  await act(async () => shown.forEach(widget => widget.dispose()));
});

/** Presses it once its card has been shown for a moment. */
async function press(button: HTMLElement, event: Event): Promise<void> {
  button.focus();
  await panel.until(() => !button.closest('[data-cellwright-unseen]'));
  await act(async () => {
    button.dispatchEvent(event);
  });
  await panel.settle();
}

const actions = () =>
  panel.agent
    .commands('answer')
    .map(({ answer: given }) => 'action' in given && given.action);

it.each([
  ['Start', PLAN, 'accept'],
  ['Approve', EVIDENCE, 'approve'],
  ['Run the cell of “What e3 shows” again', EVIDENCE, 'run']
] as const)(
  '“%s” takes the person’s own click, and no other',
  async (name, interrupt, action) => {
    await panel.run(STARTED, questionOpened(interrupt));
    await press(panel.get('button', name), click());
    expect(actions()).toEqual([]);
    expect(panel.announced).toContain(
      'Only a real click or key press can decide.'
    );
    await press(panel.get('button', name), trusted(click()));
    expect(actions()).toEqual([action]);
  }
);

it('a report beside its notebook is saved by the person’s own click, and no other', async () => {
  await panel.run(STARTED, progress(5), questionOpened(REVIEW));
  await panel.click(panel.get('button', 'Open the report'));
  const [{ node }] = shown;
  await panel.click(panel.button(node, 'Save'));
  await press(panel.button(node, 'Approve and save'), click());
  expect(actions()).toEqual([]);
  await press(panel.button(node, 'Approve and save'), trusted(click()));
  expect(actions()).toEqual(['save']);
});

it('a forged report, drawn by an output of the notebook, decides nothing', async () => {
  await panel.run(STARTED, progress(5), questionOpened(REVIEW));
  const forged = document.createElement('div');
  forged.innerHTML = `<div data-cellwright-card="${REVIEW.interrupt_id}"><button data-cellwright-decides="">Save</button></div>`;
  document.body.append(forged);
  const answered: boolean[] = [];
  forged.addEventListener('click', event =>
    answered.push(answer(panel.store, REVIEW.interrupt_id, 'discard', event))
  );
  await press(forged.querySelector('button')!, trusted(click()));
  forged.remove();
  expect(answered).toEqual([false]);
  expect(actions()).toEqual([]);
});
