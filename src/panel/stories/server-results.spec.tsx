import type { IToolImage, ResultThing } from '../../contract';
import { PanelFixture } from './panel-fixture';
import { callFinished, callProposed } from './events';

let panel: PanelFixture;

beforeEach(async () => {
  panel = new PanelFixture();
  await panel.mount();
});

const CALL = 'c1';
const begin = () =>
  panel.run(
    callProposed(CALL, { tool: 'weather__forecast', text: 'Asking weather' }),
    { type: 'call-started', callId: CALL }
  );

describe('a call to a server', () => {
  it('shows how far it is, as a bar where that is known, in words, and for how long', async () => {
    await begin();
    await panel.tell({ type: 'call-progress', callId: CALL, text: '3' });
    expect(document.querySelector('progress')).toBeNull();
    await panel.tell({
      type: 'call-progress',
      callId: CALL,
      text: 'step 3 (3 of 4)',
      done: 0.75
    });
    const bar = document.querySelector('progress');
    expect(bar?.value).toBe(0.75);
    expect(bar?.getAttribute('aria-label')).toBe('Progress');
    expect(panel.text).toContain('step 3 (3 of 4)');
    expect(document.querySelector('time')).not.toBeNull();
  });

  it('draws rows as a table, as text whatever they hold', async () => {
    await begin();
    await panel.tell(
      callFinished(CALL, {
        text: 'Used forecast of weather',
        result:
          '| island | note |\n| --- | --- |\n| Biscoe | <img src=x onerror=alert(1)> |'
      })
    );
    await panel.click(panel.get('button', /Show details/));
    const table = document.querySelector('table')!;
    expect(table.querySelectorAll('th')).toHaveLength(2);
    expect(table.textContent).toContain('<img src=x onerror=alert(1)>');
    expect(table.querySelector('img')).toBeNull();
  });
});

describe('what a result has beside its words', () => {
  const urls = new Map<string, Blob>();
  const stored: Record<string, IToolImage> = {
    wav: { mimeType: 'audio/wav', data: 'UklGRg==', width: 0, height: 0 },
    page: { mimeType: 'text/html', data: 'PGI+', width: 0, height: 0 },
    plot: { mimeType: 'image/png', data: 'iVBORw==', width: 1, height: 1 }
  };

  beforeEach(() => {
    urls.clear();
    // jsdom does not have these.
    URL.createObjectURL = of => {
      const url = `blob:${urls.size}`;
      urls.set(url, of as Blob);
      return url;
    };
    URL.revokeObjectURL = url => urls.delete(url);
    panel.agent.past.attachment = async (_, id) => stored[id];
  });

  async function brought(...things: ResultThing[]): Promise<void> {
    await begin();
    await panel.tell(
      callFinished(CALL, {
        text: 'Used sounds of weather',
        result: '[sound]',
        things
      })
    );
    expect(urls.size).toBe(0);
    await panel.click(panel.get('button', /Show details/));
  }

  it('is played only when the person plays it, as sound and nothing else', async () => {
    await brought(
      { kind: 'sound', id: 'wav' },
      { kind: 'sound', id: 'page' },
      { kind: 'sound', id: 'gone' }
    );
    const players = document.querySelectorAll('audio');
    expect(players).toHaveLength(1);
    expect(players[0].controls).toBe(true);
    expect(players[0].autoplay).toBe(false);
    expect(players[0].getAttribute('aria-label')).toBe('Sound of the result');
    expect([...urls.values()].map(({ type }) => type)).toEqual(['audio/wav']);
    expect(panel.text).toContain('The sound is no longer kept');
    await panel.click(panel.get('button', /Hide details/));
    expect(urls.size).toBe(0);
  });

  it('is a picture where it is one', async () => {
    await brought({ kind: 'image', id: 'plot' }, { kind: 'image', id: 'page' });
    const drawn = document.querySelectorAll('img.jp-Cellwright-resultPicture');
    expect(drawn).toHaveLength(1);
    expect((drawn[0] as HTMLImageElement).src).toBe('blob:0');
  });

  it('is a chip that attaches what the server has to the next message', async () => {
    await brought({
      kind: 'link',
      server: 'weather',
      uri: 'notes://one',
      name: 'one'
    });
    expect(panel.agent.sent).toEqual([]);
    await panel.click(
      panel.get('button', 'Attach one from weather to your next message')
    );
    expect(panel.store.main.getState().attachments).toEqual([
      { kind: 'resource', server: 'weather', uri: 'notes://one', name: 'one' }
    ]);
    expect(panel.announced).toContain('one is attached to your next message.');
  });
});
