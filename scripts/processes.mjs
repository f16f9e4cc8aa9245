import { spawn, spawnSync } from 'node:child_process';
import * as net from 'node:net';

/**
 * Runs a program to its end. Its output goes to the terminal and also into
 * `output`, for finding the cause of a failure. With `silent` it goes to the
 * terminal only if the program fails.
 */
export function run(command, args, { silent = false, ...options } = {}) {
  return new Promise(resolve => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options
    });
    const chunks = [];
    const forget = passSignalsTo(child);
    for (const [stream, target] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr]
    ]) {
      stream.on('data', chunk => {
        chunks.push(chunk);
        if (!silent) {
          target.write(chunk);
        }
      });
    }
    child.on('error', error => {
      forget();
      resolve({ code: 127, output: String(error) });
    });
    child.on('close', code => {
      forget();
      const output = Buffer.concat(chunks).toString();
      if (silent && code !== 0) {
        process.stderr.write(output);
      }
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Runs a small program and returns its output. */
export function probe(command, args, options) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 60_000,
    ...options
  });
  return { code: status ?? 127, output: `${stdout ?? ''}${stderr ?? ''}` };
}

/**
 * When we are told to stop, tells the child to, and exits when it has ended.
 * Without this, a signal sent only to us would leave it running.
 */
function passSignalsTo(child) {
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map(signal => {
    const handler = () => {
      child.once('close', () => process.exit(signal === 'SIGINT' ? 130 : 143));
      child.kill(signal);
    };
    process.on(signal, handler);
    return [signal, handler];
  });
  return () => {
    for (const [signal, handler] of handlers) {
      process.off(signal, handler);
    }
  };
}

/** The port if it is free, or else any free one. */
export function freePort(port = 0) {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', error =>
      port === 0 ? reject(error) : resolve(freePort())
    );
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const { port: free } = server.address();
      server.close(() => resolve(free));
    });
  });
}

/** This many free ports, all different. */
export async function freePorts(count) {
  const ports = new Set();
  while (ports.size < count) {
    ports.add(await freePort());
  }
  return [...ports];
}
