/**
 * What can be missing on a machine, and the message that says what to do. Each
 * function takes the result of a probe and returns that message, or null if
 * nothing is wrong.
 */

const OLDEST_NODE = 20;
const OLDEST_PYTHON = [3, 11];

/** How to run a command with administrator rights. */
function asRoot(command, root) {
  return root ? command : `sudo ${command}`;
}

/** @param {string} version such as "20.20.2" */
export function nodeTrouble(version) {
  return Number.parseInt(version, 10) >= OLDEST_NODE
    ? null
    : `This is Node ${version}, but Cellwright needs Node ${OLDEST_NODE} or newer: install it from https://nodejs.org and run the command again.`;
}

/** @param {string} version such as "3.11.7" */
export function isPythonNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_PYTHON;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/**
 * @param {{command: string, version: string}[]} found the interpreters on PATH
 */
export function pythonTrouble(found, { root, debian }) {
  if (found.some(({ version }) => isPythonNewEnough(version))) {
    return null;
  }
  const oldest = OLDEST_PYTHON.join('.');
  if (found.length > 0) {
    const [{ command, version }] = found;
    return `${command} is Python ${version}, but JupyterLab 4.6 and its kernel are run here on Python ${oldest} or newer: install one and run the command again, or name it with CELLWRIGHT_PYTHON=/path/to/python.`;
  }
  const how = debian
    ? `run \`${asRoot('apt-get install python3 python3-venv', root)}\``
    : 'install it from https://www.python.org';
  return `There is no Python on this machine, and JupyterLab needs ${oldest} or newer: ${how}, then run the command again.`;
}

/** @param {{command: string, importsVenv: boolean}} python the chosen one */
export function venvTrouble({ command, importsVenv }, { root, debian }) {
  if (importsVenv) {
    return null;
  }
  if (!debian) {
    return `${command} comes without the modules venv and ensurepip: install the package of your system that brings them (often named python3-venv), then run the command again.`;
  }
  const name = /python3\.\d+$/.exec(command)?.[0] ?? 'python3';
  return `${command} comes without its venv module: run \`${asRoot(`apt-get install ${name}-venv`, root)}\`, then run the command again.`;
}

const OFFLINE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|network (request|timeout)|Temporary failure in name resolution|Failed to establish a new connection|NewConnectionError|ConnectTimeoutError|ProxyError|Could not resolve|getaddrinfo|fetch failed/i;

const CERTIFICATE =
  /CERT_|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|CERTIFICATE_VERIFY_FAILED/i;

const FULL = /ENOSPC|No space left on device/i;

/** @param {string} output everything that npm printed */
export function npmTrouble(code, output) {
  if (code === 0) {
    return null;
  }
  if (FULL.test(output)) {
    return 'The disk is full: the JavaScript packages need 1.2 GB. Free some space and run the command again.';
  }
  if (
    /EUSAGE|can only install packages when your package(\.json)?/i.test(output)
  ) {
    return 'package.json and package-lock.json do not fit together: run `npm install`, then run the command again.';
  }
  if (CERTIFICATE.test(output)) {
    return 'npm does not trust the certificate of its registry: if a proxy stands between, name its certificate with NODE_EXTRA_CA_CERTS=/path/to/ca.pem and run the command again.';
  }
  if (OFFLINE.test(output)) {
    return 'npm cannot reach its registry: connect to the network (behind a proxy, set HTTPS_PROXY), then run the command again.';
  }
  return 'npm could not install the JavaScript packages: what it said stands above. Put that right and run the command again.';
}

/** @param {string} output everything that pip printed */
export function pipTrouble(code, output) {
  if (code === 0) {
    return null;
  }
  if (FULL.test(output)) {
    return 'The disk is full: the Python packages need 1 GB. Free some space and run the command again.';
  }
  if (CERTIFICATE.test(output)) {
    return 'pip does not trust the certificate of its index: if a proxy stands between, name its certificate with PIP_CERT=/path/to/ca.pem and run the command again.';
  }
  // Offline, pip ends with "No matching distribution", so look for the cause
  // first.
  if (OFFLINE.test(output)) {
    return 'pip cannot reach its index: connect to the network (behind a proxy, set HTTPS_PROXY), then run the command again.';
  }
  if (/No matching distribution|Could not find a version/i.test(output)) {
    return 'The package index that pip uses lacks a version named in requirements-dev.txt or requirements-libraries.txt (see above): use one that mirrors https://pypi.org, then run the command again.';
  }
  return 'pip could not install what is needed: what it said stands above. Put that right and run the command again.';
}

/** @param {number} code the exit code of the build */
export function buildTrouble(code) {
  return code === 0
    ? null
    : 'The extension could not be built: the errors of the compiler stand above. Mend them and run the command again.';
}

/**
 * @param {{tried: 'apt' | 'playwright', output: string}} attempt how the
 * installation of Chromium failed
 */
export function chromiumTrouble({ tried, output }, { root, debian }) {
  const instead = debian
    ? `run \`${asRoot('apt-get install chromium', root)}\``
    : 'install Chromium or Chrome';
  const cause =
    tried === 'apt'
      ? OFFLINE.test(output)
        ? 'apt-get cannot reach its servers'
        : 'apt-get could not bring it'
      : OFFLINE.test(output)
        ? 'the download by Playwright cannot reach its server'
        : 'Playwright could not bring one';
  return `The tests need Chromium, and ${cause}: ${instead}, or name one with CHROMIUM_PATH=/path/to/chromium, then run the command again.`;
}

/**
 * Chromium may not start: Playwright's own lacks system libraries on a bare
 * machine.
 * @param {{code: number | null, output: string}} start of `chromium --version`
 */
export function chromiumStartTrouble(path, { code, output }, { root, debian }) {
  if (code === 0) {
    return null;
  }
  const library = /error while loading shared libraries: ([^:\s]+)/.exec(
    output
  )?.[1];
  const why = library ? ` (it misses ${library})` : '';
  const how = debian
    ? `run \`${asRoot('apt-get install chromium', root)}\``
    : 'install Chromium with the package manager of your system';
  return `${path} does not start${why}: ${how}, then run the command again.`;
}

/** @param {boolean} free whether the port is free to listen on */
export function portTrouble(port, free) {
  return free
    ? null
    : `Port ${port} is taken: stop what listens there, or choose another with \`npm run lab -- --port ${Number(port) + 1}\`.`;
}
