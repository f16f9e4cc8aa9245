import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ServerProcess } from '../../testing/mcp/server-process';
import { UsedServers } from './use-servers';

const ROOT = join(__dirname, '../../..');
const GUIDE = readFileSync(join(ROOT, 'docs/mcp.md'), 'utf8');

/** The documentation's first example works exactly as written. */
it('the server of the guide, pasted, is used by the page that it names', async () => {
  const [, code] = /```python\n([^]+?)\n```/.exec(GUIDE)!;
  expect(code).toContain('port=8000)');
  const folder = mkdtempSync(join(tmpdir(), 'cellwright-guide-'));
  const file = join(folder, 'server.py');
  // The same except for the port, which may be in use here.
  writeFileSync(
    file,
    code.replace(
      /uvicorn\.run\((.+), port=8000\)/,
      [
        'import socket',
        "listening = socket.create_server(('127.0.0.1', 0))",
        "print(f'up {listening.getsockname()[1]}', flush=True)",
        'uvicorn.Server(uvicorn.Config($1)).run(sockets=[listening])'
      ].join('\n')
    )
  );
  const server = await ServerProcess.python(file);
  const page = new UsedServers();
  try {
    await page.use(server.url, { name: 'weather' });
    expect(page.server).toMatchObject({ status: 'connected' });
    const { text } = await page.call('forecast', { island: 'Dream' });
    expect(text).toContain('| 1 | -3 |');
  } finally {
    await page.servers.close();
    await server.end();
    rmSync(folder, { recursive: true });
  }
});

it('the sample server answers at the address that its notebook and `npm run lab` name', async () => {
  const notebook = readFileSync(
    join(ROOT, 'examples/islands-weather.ipynb'),
    'utf8'
  );
  const [, port] = /http:\/\/127\.0\.0\.1:(\d+)\/mcp/.exec(notebook)!;
  expect(readFileSync(join(ROOT, 'scripts/lab.mjs'), 'utf8')).toContain(
    `WEATHER_PORT = ${port};`
  );
  const server = await ServerProcess.sample();
  const page = new UsedServers();
  try {
    await page.use(server.url, { name: 'islands' });
    expect(page.server).toMatchObject({ status: 'connected' });
    const { text } = await page.call('island_weather', { island: 'Torgersen' });
    expect(text).toContain('-0.6');
  } finally {
    await page.servers.close();
    await server.end();
  }
});
