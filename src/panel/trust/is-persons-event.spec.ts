import { trusted } from '../../testing/trusted';
import { CARD_ATTRIBUTE, isPersonsEvent, watchCard } from './is-persons-event';

const click = (): MouseEvent =>
  trusted(new MouseEvent('click', { bubbles: true }));
const key = (name: string, more: KeyboardEventInit = {}): KeyboardEvent =>
  trusted(new KeyboardEvent('keydown', { key: name, bubbles: true, ...more }));

/** What the browser reports about elements in view; jsdom lays nothing out. */
const views = new Map<Element, (isIntersecting: boolean) => void>();

class Views {
  constructor(readonly report: (entries: object[]) => void) {}
  observe(element: Element): void {
    views.set(element, isIntersecting => this.report([{ isIntersecting }]));
  }
  disconnect(): void {
    return undefined;
  }
}
Object.assign(window, { IntersectionObserver: Views });

let root: HTMLElement;
/** Ends the watch on card a. */
let end: () => void;
const at = (selector: string): HTMLElement => root.querySelector(selector)!;

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  root = document.createElement('div');
  root.innerHTML = `
    <div class="jp-Cellwright-root">
      <div ${CARD_ATTRIBUTE}="a">
        <button class="approve" data-cellwright-decides=""><kbd></kbd></button>
        <button class="edit"></button>
      </div>
      <div ${CARD_ATTRIBUTE}="b"><button data-cellwright-decides=""></button></div>
      <button class="all" data-cellwright-decides=""></button>
    </div>
    <div ${CARD_ATTRIBUTE}="a"><button class="elsewhere" data-cellwright-decides=""></button></div>`;
  document.body.append(root);
  jest.useFakeTimers();
  for (const id of ['b', 'a']) {
    end = watchCard(at(`[${CARD_ATTRIBUTE}="${id}"]`));
    views.get(at(`[${CARD_ATTRIBUTE}="${id}"]`))!(true);
  }
  jest.advanceTimersByTime(400);
});

afterEach(() => {
  root.remove();
  jest.useRealTimers();
});

/** Evaluates an event while it is being dispatched. */
function during(
  target: Element,
  event: Event,
  ask: (event: Event) => boolean
): boolean {
  let message = false;
  const listen = (each: Event): void => {
    message = ask(each);
  };
  document.addEventListener(event.type, listen, { once: true });
  target.dispatchEvent(event);
  return message;
}

const onCard = (event: unknown): boolean => isPersonsEvent(event, 'a');

it('a click on a control that decides, Enter, and Ctrl+Shift+Backspace are the person’s on their card', () => {
  expect(during(at('.approve kbd'), click(), onCard)).toBe(true);
  expect(during(at('[data-cellwright-card="a"]'), key('Enter'), onCard)).toBe(
    true
  );
  for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
    const press = key('Backspace', { shiftKey: true, ...held });
    expect(during(at('[data-cellwright-card="a"]'), press, onCard)).toBe(true);
  }
  const none = (event: Event): boolean => isPersonsEvent(event, null);
  expect(during(at('.all'), click(), none)).toBe(true);
});

it.each<[string, () => Event, string]>([
  ['of a script', () => new MouseEvent('click', { bubbles: true }), '.approve'],
  ['on another control of the card', click, '.edit'],
  ['on another card', click, '[data-cellwright-card="b"] button'],
  ['on no card', click, '.all'],
  [
    'on something that looks like the card, outside the panel',
    click,
    '.elsewhere'
  ],
  [
    'that is the second of a double click',
    () => trusted(new MouseEvent('click', { bubbles: true, detail: 2 })),
    '.approve'
  ],
  ['of a key that is held', () => key('Enter', { repeat: true }), '.approve'],
  ['of another key', () => key('a'), '.approve'],
  ['that takes back a letter', () => key('Backspace'), '.approve'],
  [
    'of another kind, which a script can set off',
    () => trusted(new Event('submit', { bubbles: true })),
    '.approve'
  ]
])('an event %s decides nothing', (_, make, selector) => {
  expect(during(at(selector), make(), onCard)).toBe(false);
});

it('a click that a held key makes on a button with focus decides nothing', () => {
  at('.approve').dispatchEvent(key('Enter', { repeat: true }));
  expect(during(at('.approve'), click(), onCard)).toBe(false);
  at('.approve').dispatchEvent(key('Enter'));
  expect(during(at('.approve'), click(), onCard)).toBe(true);
});

describe('a card', () => {
  const card = () => at(`[${CARD_ATTRIBUTE}="a"]`);
  const decides = () => during(at('.approve'), click(), onCard);

  beforeEach(() => {
    end();
    end = watchCard(card());
  });

  it.each<[string, (is: boolean) => void]>([
    ['in view', is => views.get(card())!(is)],
    [
      'in focus',
      is =>
        is
          ? at('.edit').focus()
          : (document.activeElement as HTMLElement).blur()
    ]
  ])('is decided once it was %s for 400 ms on end', (_, show) => {
    show(true);
    jest.advanceTimersByTime(399);
    show(false);
    jest.advanceTimersByTime(400);
    expect(decides()).toBe(false);
    show(true);
    jest.advanceTimersByTime(399);
    expect(decides()).toBe(false);
    expect(card().dataset.cellwrightUnseen).toBe('');
    jest.advanceTimersByTime(1);
    show(false);
    expect(decides()).toBe(true);
    expect(card().dataset.cellwrightUnseen).toBeUndefined();
  });

  it('has to be seen again when it shows something else, even with focus', () => {
    at('.edit').focus();
    jest.advanceTimersByTime(400);
    end();
    watchCard(card());
    expect(decides()).toBe(false);
    jest.advanceTimersByTime(400);
    expect(decides()).toBe(true);
  });

  it('that nobody has drawn decides nothing', () => {
    end();
    jest.advanceTimersByTime(400);
    expect(decides()).toBe(false);
  });
});

it('an event decides once, and not after its time', () => {
  const event = click();
  expect(
    during(at('.approve'), event, each => onCard(each) && onCard(each))
  ).toBe(false);
  const stored = click();
  during(at('.approve'), stored, () => false);
  expect(onCard(stored)).toBe(false);
});

it.each<[string, (real: Event) => unknown]>([
  ['an object that says so', () => ({ isTrusted: true })],
  [
    'an object with all that is asked for',
    real => ({
      isTrusted: true,
      eventPhase: 3,
      type: 'click',
      target: real.target
    })
  ],
  ['an heir of a real event', real => Object.create(real)],
  [
    'one with a prototype of events',
    () => Object.setPrototypeOf({ isTrusted: true }, MouseEvent.prototype)
  ],
  ['nothing', () => null]
])('%s is no event', (_, forge) => {
  let forged: unknown;
  expect(
    during(at('.approve'), click(), real => {
      forged = forge(real);
      return onCard(forged);
    })
  ).toBe(false);
});

it('what is put in the place of the browser’s own later counts for nothing', () => {
  const { closest } = Element.prototype;
  Element.prototype.closest = () => at('.approve');
  try {
    expect(during(at('.edit'), click(), onCard)).toBe(false);
  } finally {
    Element.prototype.closest = closest;
  }
});
