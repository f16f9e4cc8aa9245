import * as fs from 'node:fs';
import * as path from 'node:path';

import { ENGLISH } from '../../contract';
import { until } from '../../testing/until';
import { openSignIn, type ISignInPage } from './open-sign-in';

/** A real one would keep the process alive if a test leaves it open. */
class Channel {
  static readonly open = new Set<Channel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;

  constructor(private readonly _name: string) {
    Channel.open.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of Channel.open) {
      if (other !== this && other._name === this._name) {
        setTimeout(
          () => Channel.open.has(other) && other.onmessage?.({ data })
        );
      }
    }
  }

  close(): void {
    Channel.open.delete(this);
  }
}

const PAGES = path.join(__dirname, '../../../static');
const AUTHORIZE = new URL('https://id.example.org/authorize?state=s-1&x=1');

/** The part of an opened window that a page sees. */
class OpenedWindow {
  opener: unknown = 'the page that opened it';
  at = '';
  closed = false;
  readonly location = { replace: (url: string) => void (this.at = url) };

  close(): void {
    this.closed = true;
  }
}

class FakePage implements ISignInPage {
  window: OpenedWindow | null = new OpenedWindow();

  open(): Window | null {
    return this.window as unknown as Window | null;
  }

  channel(name: string): ReturnType<ISignInPage['channel']> {
    return new Channel(name) as unknown as BroadcastChannel;
  }
}

/** Runs the callback page as the returning window does. */
class Callback {
  readonly message = { textContent: '' };
  address = '';
  closed = false;

  giveUp: () => void = () => undefined;

  /** @param search the query that the server appended to its address. */
  constructor(search: string) {
    const script = fs.readFileSync(path.join(PAGES, 'sign-in.js'), 'utf8');
    const window = {
      location: { search, pathname: '/lab/extensions/sign-in.html' },
      history: {
        replaceState: (_: unknown, __: string, to: string) =>
          void (this.address = to)
      },
      close: () => void (this.closed = true)
    };
    const document = { getElementById: () => this.message };
    const waits = (act: () => void) => void (this.giveUp = act);
    new Function(
      ...[
        'window',
        'document',
        'BroadcastChannel',
        'setTimeout',
        'clearTimeout'
      ],
      script
    )(window, document, Channel, waits, () => undefined);
  }
}

const later = (ms = 100) => new Promise(resolve => setTimeout(resolve, ms));
let page: FakePage;
let stop: AbortController;

beforeEach(() => {
  page = new FakePage();
  stop = new AbortController();
  Channel.open.clear();
});

const signIn = () => openSignIn(AUTHORIZE, stop.signal, ENGLISH, page);

describe('the window to sign in', () => {
  it('shows the server’s page and has no way back to ours', async () => {
    const signing = signIn();
    expect(page.window).toMatchObject({ at: AUTHORIZE.href, opener: null });
    stop.abort();
    await expect(signing).rejects.toThrow();
    expect(page.window?.closed).toBe(true);
  });

  it('brings back what the callback page was given, which says so and closes', async () => {
    const signing = signIn();
    const callback = new Callback('?code=abc&state=s-1');
    expect(Object.fromEntries(await signing)).toEqual({
      code: 'abc',
      state: 's-1'
    });
    await until(() => callback.closed);
    expect(callback.message.textContent).toMatch(/^Done\./);
    expect(callback.address).toBe('/lab/extensions/sign-in.html');
  });

  it('hears nothing of another attempt', async () => {
    let received: URLSearchParams | null = null;
    const signing = signIn().then(search => (received = search));
    const callback = new Callback('?code=stolen&state=s-2');
    await later();
    expect(received).toBeNull();
    callback.giveUp();
    expect(callback.message.textContent).toContain('is no longer there');
    new Callback('?code=abc&state=s-1');
    expect((await signing).get('code')).toBe('abc');
  });

  it('hands over nothing that names no attempt', () => {
    const callback = new Callback('?code=abc');
    expect(callback.message.textContent).toContain('Nobody has begun');
  });

  it('says when the browser blocked it', async () => {
    page.window = null;
    await expect(signIn()).rejects.toThrow(
      'The browser did not open a window to sign in to id.example.org. Allow pop-ups'
    );
  });
});

it('the callback page runs only its own file, loads nothing else and names no address to others', () => {
  const html = fs.readFileSync(path.join(PAGES, 'sign-in.html'), 'utf8');
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const scripts = [...parsed.querySelectorAll('script')];
  expect(scripts.map(({ src, text }) => [src, text])).toEqual([
    [expect.stringMatching(/sign-in\.js$/), '']
  ]);
  expect(
    parsed.querySelector('[http-equiv="Content-Security-Policy"]')
  ).toHaveProperty('content', "default-src 'none'; script-src 'self'");
  expect(parsed.querySelector('[name=referrer]')).toHaveProperty(
    'content',
    'no-referrer'
  );
});
