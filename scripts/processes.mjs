import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as net from 'node:net';
import * as os from 'node:os';

/**
 * Runs a program to its end. With `silent`, what it prints goes into `output`,
 * and to the terminal only if it fails.
 */
export async function run(
  command,
  args,
  { silent = false, yields = false, ...options } = {}
) {
  const target = silent ? 'pipe' : 'inherit';
  const child = spawn(command, args, {
    stdio: ['ignore', target, target],
    ...options
  });
  if (yields && child.pid !== undefined) {
    os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  }
  const forget = passSignalsTo(child);
  let output = '';
  for (const stream of silent ? [child.stdout, child.stderr] : []) {
    stream.setEncoding('utf8').on('data', text => (output += text));
  }
  const code = await new Promise(resolve => {
    child.once('close', resolve);
    child.once('error', error => {
      output += error;
      resolve(127);
    });
  });
  forget();
  if (code !== 0) {
    process.stderr.write(output);
  }
  return { code: code ?? 1, output };
}

/** Runs a small program and returns its output. */
export function probe(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 60_000
  });
  return { code: status ?? 127, output: `${stdout ?? ''}${stderr ?? ''}` };
}

/**
 * When we are told to stop, tells the child to, and exits when it has ended.
 * Without this, a signal sent only to us would leave it running.
 */
function passSignalsTo(child) {
  const handler = signal => {
    child.once('close', () => process.exit(signal === 'SIGINT' ? 130 : 143));
    child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  signals.forEach(signal => process.on(signal, handler));
  return () => signals.forEach(signal => process.off(signal, handler));
}

/** This many free ports, all different. */
export async function freePorts(count) {
  const servers = Array.from({ length: count }, () =>
    net.createServer().listen(0, '127.0.0.1')
  );
  await Promise.all(servers.map(server => once(server, 'listening')));
  return servers.map(server => {
    const { port } = server.address();
    server.close();
    return port;
  });
}
