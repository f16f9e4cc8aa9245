import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ServerProcess } from '../../testing/mcp/server-process';
import { UsedServers } from './use-servers';

/** The server in `docs/mcp.md`, as a person pastes it. */
const GUIDE = readFileSync(join(__dirname, '../../../docs/mcp.md'), 'utf8');

it('is used by the page that its example names, with its table', async () => {
  const [, code] = /```python\n([^]+?)\n```/.exec(GUIDE)!;
  expect(code).toContain('port=8000)');
  const folder = mkdtempSync(join(tmpdir(), 'cellwright-guide-'));
  const file = join(folder, 'server.py');
  // The same but for the port, which may be taken here.
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
