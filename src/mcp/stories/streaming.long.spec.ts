import { until } from '../../testing/until';
import {
  anotherPage,
  anotherServer,
  page,
  server,
  useServer
} from './use-servers';

/** A server of the 2025-11-25 protocol that reports changes on a separate stream. */
useServer('streaming.mjs');

beforeEach(async () => {
  await page.use(server.url, { name: 'old' });
  await until(() => server.lines.includes('hears'), 'the stream');
});

it('may tell of progress after its answer, which is no error and is not shown', async () => {
  const errors = jest.spyOn(console, 'error');
  const debug = jest.spyOn(console, 'debug').mockImplementation();
  const received: unknown[] = [];
  const result = await page.call(
    'late',
    {},
    { progress: described => received.push(described) }
  );
  expect(result).toMatchObject({ ok: true, text: 'did late' });
  await until(
    () => debug.mock.calls.some(call => /progress/.test(call.join(' '))),
    'the late progress'
  );
  expect(received).toEqual([]);
  expect(errors).not.toHaveBeenCalled();
  expect(page.server).toMatchObject({ status: 'connected' });
  expect((await page.call('late')).ok).toBe(true);
});

it('is asked for its tools once its stream has broken: what it told meanwhile nobody heard', async () => {
  jest.spyOn(console, 'debug').mockImplementation();
  server.tell('drop');
  server.tell('grow');
  const streams = () => server.lines.filter(line => line === 'hears').length;
  await until(() => streams() === 2, 'the stream to be there again');
  expect(page.server.counts.tools).toBe(1);
  await page.servers.check();
  expect(page.server.counts.tools).toBe(2);
});

it('is asked for them where it opens no stream, whatever it promises', async () => {
  const mute = await anotherServer('streaming.mjs', '0', '--mute');
  const other = anotherPage();
  await other.use(mute.url, { name: 'mute' });
  mute.tell('grow');
  await other.servers.check();
  expect(other.server.counts.tools).toBe(2);
});

it.each([
  ['streaming.mjs', '2024-11-05'],
  ['streaming.mjs', '2025-03-26'],
  ['streaming.mjs', '2025-06-18'],
  ['streaming.mjs', '2025-11-25'],
  ['modern.mjs', '2026-07-28']
])(
  '%s is used in its own version, %s: found out, listed, called, heard of, and asked again once it is back',
  async (file, protocol) => {
    const one = await anotherServer(file, '0', `--protocol=${protocol}`);
    const other = anotherPage();
    await other.use(one.url, { name: 'one' });
    expect(other.server).toMatchObject({ status: 'connected', protocol });
    const { tools } = other.server.counts;
    await until(
      () => file === 'modern.mjs' || one.lines.includes('hears'),
      'the stream'
    );
    one.tell('grow');
    await until(() => other.server.counts.tools > tools, 'the new tool');
    const { ok, text } = await other.call('later-0');
    expect({ ok, text }).toEqual({
      ok: true,
      text: expect.stringMatching(/later.0/)
    });
    const { port } = one;
    await one.end();
    expect((await other.call(other.tool('later-0'))).ok).toBe(false);
    await anotherServer(file, `${port}`, `--protocol=${protocol}`);
    await other.servers.check();
    expect(other.server).toMatchObject({ status: 'connected', protocol });
  }
);
