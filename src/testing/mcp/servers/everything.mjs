// The reference server, on its own port (it cannot choose a free one).
import { createServer } from 'node:net';

const probe = createServer().listen(Number(process.argv[2] ?? 0), '127.0.0.1');
await new Promise(resolve => probe.on('listening', resolve));
const { port } = probe.address();
await new Promise(resolve => probe.close(resolve));

process.env.PORT = String(port);
process.argv = [process.argv[0], 'server', 'streamableHttp'];
await import('@modelcontextprotocol/server-everything/dist/index.js');
for (;;) {
  try {
    await fetch(`http://127.0.0.1:${port}/`);
    break;
  } catch {
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}
console.log(`up ${port}`);
