/**
 * What both commands need before they can start. Each step is done once, and
 * again only when its input has changed. Only Node's own modules are used here,
 * because nothing is installed yet on a fresh clone.
 */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';

import { probe, run } from './processes.mjs';
import { log, SetupError } from './log.mjs';

const OLDEST_NODE = 20;
const OLDEST_PYTHON = [3, 11];
const WINDOWS = process.platform === 'win32';

/** The facts about this machine that messages depend on. */
export function machine() {
  return {
    root: process.getuid?.() === 0,
    debian: fs.existsSync('/etc/debian_version')
  };
}

/** Installs packages of Debian. @returns false where that cannot be done. */
export async function aptInstall(...packages) {
  const { root, debian } = machine();
  if (root && debian) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const install = ['install', '-y', '-qq', '--no-install-recommends'];
    for (const args of [
      ['update', '-qq'],
      [...install, ...packages]
    ]) {
      await run('apt-get', args, { env, silent: true });
    }
  }
  return root && debian;
}

/** What a person has to do before they run the command again. */
function again(sentence) {
  return new SetupError(`${sentence}, then run the command again.`);
}

export function checkNode() {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) < OLDEST_NODE) {
    throw again(
      `This is Node ${node}: install Node ${OLDEST_NODE} or newer from https://nodejs.org`
    );
  }
}

/** Runs a program of npm quietly. @param trouble what to say if it fails. */
async function npm(root, args, trouble) {
  const { code } = await run(WINDOWS ? 'npm.cmd' : 'npm', args, {
    cwd: root,
    silent: true,
    shell: WINDOWS
  });
  if (code !== 0) {
    throw again(`${trouble}: put right what is named above`);
  }
}

// JavaScript packages

/**
 * The record that npm itself writes last, of what it has put into node_modules.
 * Comparing it with the lock file is better than a stamp of our own: a manual
 * `npm install` counts, an interrupted one does not.
 */
function isInstalled(lock, record) {
  return Object.entries(lock.packages).every(([where, wanted]) => {
    const there = record.packages[where];
    return (
      where === '' ||
      (there === undefined
        ? wanted.optional === true
        : there.version === wanted.version &&
          there.integrity === wanted.integrity)
    );
  });
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

export async function installPackages(root) {
  const lock = readJson(path.join(root, 'package-lock.json'));
  const record = readJson(path.join(root, 'node_modules/.package-lock.json'));
  if (lock !== null && record !== null && isInstalled(lock, record)) {
    return;
  }
  log('Installing the JavaScript packages (npm ci; about a minute)…');
  await npm(
    root,
    ['ci', '--no-fund', '--no-audit', '--loglevel=error'],
    'npm could not install the JavaScript packages'
  );
}

// Python

const PYTHONS = [
  'python3',
  'python3.14',
  'python3.13',
  'python3.12',
  'python3.11',
  'python'
];

/** A Python that is new enough and can make virtual environments. */
function findPython() {
  const named = process.env.CELLWRIGHT_PYTHON;
  const [major, minor] = OLDEST_PYTHON;
  const check = `import sys, venv, ensurepip; assert sys.version_info >= (${major}, ${minor})`;
  const found = (named ? [named] : PYTHONS).find(
    command => probe(command, ['-c', check]).code === 0
  );
  if (found === undefined) {
    throw again(
      `JupyterLab needs ${named ?? 'a Python'} of version ${major}.${minor} or newer with venv and pip: install one (on Debian: apt-get install python3 python3-venv), or name one with CELLWRIGHT_PYTHON=/path/to/python`
    );
  }
  return found;
}

/** The interpreter inside a virtual environment. */
export function pythonOf(venv) {
  return WINDOWS
    ? path.join(venv, 'Scripts', 'python.exe')
    : path.join(venv, 'bin', 'python');
}

/** The interpreter inside the virtual environment that is used here. */
export function venvPython(root) {
  return pythonOf(path.join(root, '.venv'));
}

/** Installs what `requirements-NAME.txt` names, and again once that has changed. */
async function installOnce(root, name, folder, install) {
  const requirements = path.join(root, `requirements-${name}.txt`);
  const stamp = path.join(folder, '.cellwright');
  const wanted = hashFiles([requirements], root);
  if (readStamp(stamp) !== wanted) {
    log(`Installing what requirements-${name}.txt names (up to a minute)…`);
    await install(['-r', requirements]);
    fs.writeFileSync(stamp, wanted);
  }
}

export async function makeVenv(root) {
  const venv = path.join(root, '.venv');
  if (probe(venvPython(root), ['-c', '']).code !== 0) {
    const command = findPython();
    log(`Making a virtual environment in .venv with ${command}…`);
    await run(command, ['-m', 'venv', '--clear', venv]);
  }
  await installOnce(root, 'dev', venv, args => pipInstall(root, args));
}

/**
 * Installs libraries, programs and extensions that only tests need, in a folder
 * of their own: `npm run lab` would also have what is in .venv, and pandas
 * behaves differently if it finds pyarrow.
 */
export async function makeLibraries(root) {
  const folder = path.join(root, '.venv', 'libraries');
  await installOnce(root, 'libraries', folder, async args => {
    fs.rmSync(folder, { recursive: true, force: true });
    // Nothing is compiled: neither Python's bytecode, which would double the
    // time, nor packages without a wheel for this platform.
    const how = ['--no-compile', '--only-binary=:all:', '--target', folder];
    await pipInstall(root, [...how, ...args]);
  });
}

/**
 * A virtual environment beside the usual one, with what a requirements file
 * names. @returns its folder.
 */
export async function makeOtherVenv(root, name) {
  const venv = path.join(root, '.venv', 'others', name);
  await installOnce(root, name, venv, async args => {
    await run(venvPython(root), ['-m', 'venv', '--clear', venv], { cwd: root });
    await pipInstall(root, args, pythonOf(venv));
  });
  return venv;
}

async function pipInstall(root, args, python = venvPython(root)) {
  const { code } = await run(
    python,
    ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...args],
    { cwd: root, silent: true }
  );
  if (code !== 0) {
    throw again(
      'pip could not install what is needed: put right what is named above'
    );
  }
}

// The extension

const SOURCES = [
  'src',
  'style',
  'schema',
  'static',
  'templates',
  'cellwright/locale',
  'scripts/catalogues.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'rspack.config.js'
];

/** Specs, fakes, and what the build itself makes of the catalogues. */
const NOT_BUILT =
  /(^|[\\/])stories[\\/]|\.spec\.tsx?$|^src[\\/]testing[\\/]|^cellwright.*\.json$/;

function sourceFiles(root) {
  const files = [];
  const visit = file => {
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      for (const name of fs.readdirSync(file)) {
        visit(path.join(file, name));
      }
    } else if (stat && !NOT_BUILT.test(path.relative(root, file))) {
      files.push(file);
    }
  };
  SOURCES.forEach(name => visit(path.join(root, name)));
  return files.sort();
}

function hashFiles(files, root) {
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(path.relative(root, file)).update('\0');
    hash.update(fs.readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function readStamp(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/**
 * Built means from exactly these sources, and not changed since. A manual
 * development build replaces the result, so that does not count as built.
 */
export async function buildExtension(root) {
  const result = path.join(root, 'cellwright', 'labextension', 'package.json');
  const stamp = path.join(root, 'lib', '.built');
  const sources = hashFiles(sourceFiles(root), root);
  const state = () =>
    `${sources} ${fs.statSync(result, { throwIfNoEntry: false })?.mtimeMs}`;
  const built = fs.existsSync(result) ? readStamp(stamp) : null;
  if (built === state()) {
    return;
  }
  log('Building the extension…');
  await npm(
    root,
    ['run', '--silent', 'build:prod'],
    'The extension could not be built'
  );
  fs.writeFileSync(stamp, state());
}

/** All that a script with a JupyterLab of its own needs. */
export async function prepareLab(root) {
  checkNode();
  await installPackages(root);
  await makeVenv(root);
  await buildExtension(root);
}

/** JupyterLab in .venv serves the build directly from the checkout. */
export function linkExtension(root, venv = path.join(root, '.venv')) {
  const target = path.join(root, 'cellwright', 'labextension');
  const folder = path.join(venv, 'share/jupyter/labextensions');
  const link = path.join(folder, 'cellwright');
  const there = fs.lstatSync(link, { throwIfNoEntry: false });
  if (there?.isSymbolicLink() && fs.readlinkSync(link) === target) {
    return;
  }
  if (there) {
    log(
      'Replacing the copy of the extension in .venv with a link to this build.'
    );
    fs.rmSync(link, { recursive: true });
  }
  fs.mkdirSync(folder, { recursive: true });
  fs.symlinkSync(target, link, 'junction');
}
