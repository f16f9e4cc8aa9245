import { act } from 'react';

import type { EventBody, IReviewCard } from '../../contract';
import { codeCard, questionCard } from '../../testing/fake-agent';
import { trusted } from '../../testing/trusted';
import { isPersonsEvent } from '../trust/is-persons-event';
import { PanelFixture } from './panel-fixture';
import { reviewDecided, reviewOpened } from './events';

let panel: PanelFixture;

beforeEach(async () => {
  panel = new PanelFixture({}, undefined, { isTrusted: isPersonsEvent });
  // The class that the sidebar's widget has in the page.
  panel.host.classList.add('jp-Cellwright-root');
  await panel.mount();
});

const opened = (...cards: IReviewCard[]): EventBody => reviewOpened(cards);
const decisions = () =>
  panel.agent.commands('resume').map(command => command.decisions);

/** A press of the person's own, without the panel having time to settle. */
const fire = (element: HTMLElement, event: Event) =>
  act(async () => {
    element.dispatchEvent(trusted(event));
  });
const click = async (role: string, name: RegExp): Promise<void> => {
  await fire(panel.get(role, name), new MouseEvent('click', { bubbles: true }));
  await panel.settle();
};
const pressEnter = async (): Promise<void> => {
  await fire(
    panel.composer,
    new KeyboardEvent('keydown', {
      key: 'Enter',
      bubbles: true,
      cancelable: true
    })
  );
  await panel.settle();
};
/** What another tab or the engine does, drawn at once. */
const meanwhile = (...events: EventBody[]) =>
  act(async () => {
    events.forEach(event => panel.agent.tell(panel.threadId, event));
    panel.store.events.catchUp();
  });
const openMenu = () =>
  panel.click(panel.get('button', 'Allow more than this step'));

const asksFor = (name: string): IReviewCard =>
  codeCard('a', {
    effect: 'shell',
    codeQuestion: {
      because: `it uses ${name}`,
      allow: { kind: 'package', name }
    }
  });

describe('a press counts for what was shown', () => {
  it.each<[string, IReviewCard, IReviewCard, RegExp, () => unknown[]]>([
    [
      'another package',
      asksFor('folium'),
      asksFor('other'),
      /^Allow other always/,
      () => panel.preferences.policies
    ],
    [
      'another effect',
      codeCard('a'),
      codeCard('a', { effect: 'shell' }),
      /^Allow for this turn/,
      () => panel.agent.commands('turn-rule')
    ]
  ])(
    'and not for %s on the same card, in its open menu either',
    async (_, first, second, entry, sent) => {
      await panel.run(opened(first));
      await panel.lookedAt();
      await openMenu();
      await meanwhile(opened(second));
      await click('menuitem', entry);
      expect(sent()).toEqual([]);
      await panel.lookedAt();
      await openMenu();
      await click('menuitem', entry);
      expect(sent()).toHaveLength(1);
    }
  );

  it.each<[string, EventBody[], RegExp]>([
    [
      'came instead',
      [
        reviewDecided('a'),
        { type: 'review-closed', interruptId: 'i1' },
        { ...opened(codeCard('b')), interruptId: 'i2' } as EventBody
      ],
      /^Reject with this/
    ],
    [
      'joined it',
      [opened(codeCard('a'), codeCard('b'))],
      /^Reject all with this/
    ]
  ])(
    'and words for a card reject none that %s',
    async (_, events, rejecting) => {
      await panel.run(opened(codeCard('a')));
      await panel.type(panel.composer, 'log scale, please');
      await panel.lookedAt();
      await meanwhile(...events);
      await click('button', rejecting);
      expect(decisions()).toEqual([]);
      await panel.lookedAt();
      await click('button', rejecting);
      expect(decisions()).toHaveLength(1);
    }
  );

  it('and words for a question answer no other one on Enter', async () => {
    await panel.run(opened(questionCard('q1'), questionCard('q2')));
    await panel.type(panel.composer, 'the last column');
    await panel.tell(reviewDecided('q1'));
    await panel.lookedAt();
    await pressEnter();
    expect(decisions()).toEqual([]);
    // Words that were begun for it do.
    await panel.type(panel.composer, '');
    await panel.type(panel.composer, 'the first one');
    await panel.lookedAt();
    await pressEnter();
    expect(decisions()).toEqual([
      { q2: { type: 'respond', message: 'the first one' } }
    ]);
  });

  it('and an editor in which nothing was typed makes no edit when its card comes back', async () => {
    const card = (before: string, text: string, hash: string) =>
      codeCard('a', {
        tool: 'edit_cell',
        effect: 'edit',
        body: { kind: 'diff', mimeType: 'text/x-ipython', before, text },
        hash
      });
    await panel.run(opened(card('a = 1\nb = 1', 'a = 2\nb = 1', 'h1')));
    await panel.lookedAt();
    await panel.click(panel.get('button', 'Edit'));
    // The person changed b in the cell meanwhile.
    await panel.tell({
      type: 'review-voided',
      interruptId: 'i1',
      card: { ...card('a = 1\nb = 9', 'a = 2\nb = 9', 'h2'), voided: 'changed' }
    });
    await panel.lookedAt();
    await click('button', /^Approve$/);
    expect(decisions()).toEqual([{ a: { type: 'approve' } }]);
  });
});
