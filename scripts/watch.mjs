/**
 * npm run watch: compiles and bundles again after each change, until Ctrl-C.
 */
import { spawn } from 'node:child_process';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const commands = [
  [
    'typescript/bin/tsc',
    '-p',
    'tsconfig.build.json',
    '-w',
    '--preserveWatchOutput'
  ],
  [
    '@jupyter/builder/lib/build-labextension.js',
    '--core-package-file',
    'node_modules/@jupyterlab/core-meta/core.package.json',
    '--development',
    '--watch',
    '.'
  ]
];

const children = commands.map(([script, ...args]) =>
  spawn(process.execPath, [path.join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit'
  })
);

const stop = () => children.forEach(child => child.kill());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, stop);
}
for (const child of children) {
  child.once('exit', stop);
}
