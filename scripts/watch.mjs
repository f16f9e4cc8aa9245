/**
 * npm run watch: compiles and bundles again after each change, until Ctrl-C.
 */
import { run } from './processes.mjs';

const npm = (...args) =>
  run('npm', ['run', '--silent', ...args], {
    shell: process.platform === 'win32'
  });

await Promise.all([
  npm('build:lib', '--', '--watch', '--preserveWatchOutput'),
  npm('build:labextension', '--', '--watch')
]);
