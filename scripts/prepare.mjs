/**
 * What both commands need before they can start. Each step is done once, and
 * again only when its input has changed. Only Node's own modules are used here,
 * because nothing is installed yet on a fresh clone.
 */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';

import { probe, run } from './processes.mjs';
import { log, SetupError } from './log.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const VENV = path.join(ROOT, '.venv');

const OLDEST_NODE = 20;
const OLDEST_PYTHON = [3, 11];
const WINDOWS = process.platform === 'win32';

export const IS_ROOT = process.getuid?.() === 0;

/** Installs packages of Debian, where that can be done. */
export async function aptInstall(...packages) {
  if (IS_ROOT && fs.existsSync('/etc/debian_version')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const install = ['install', '-y', '-qq', '--no-install-recommends'];
    await run('apt-get', ['update', '-qq'], { env, silent: true });
    await run('apt-get', [...install, ...packages], { env, silent: true });
  }
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

/** Runs a program quietly. @param trouble what to say if it fails. */
async function must(trouble, command, args) {
  // npm is a batch file there, which needs a shell.
  const shell = WINDOWS && command === 'npm';
  const { code } = await run(command, args, { cwd: ROOT, silent: true, shell });
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
function isInstalled() {
  const [wanted, there] = [
    'package-lock.json',
    'node_modules/.package-lock.json'
  ].map(file => readJson(path.join(ROOT, file))?.packages ?? {});
  return Object.entries(wanted).every(
    ([where, { version, integrity, optional }]) =>
      where === '' ||
      (there[where] === undefined
        ? optional
        : there[where].version === version &&
          there[where].integrity === integrity)
  );
}

/** null if it is not there, or half written. */
function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

export async function installPackages() {
  if (!isInstalled()) {
    log('Installing the JavaScript packages (npm ci; about a minute)…');
    await must('npm could not install the JavaScript packages', 'npm', [
      ...['ci', '--no-fund', '--no-audit', '--loglevel=error']
    ]);
  }
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

/** Installs what `requirements-NAME.txt` names, and again once that has changed. */
async function installOnce(name, folder, begin, pip) {
  const requirements = path.join(ROOT, `requirements-${name}.txt`);
  const stamp = path.join(folder, '.cellwright');
  const wanted = hashFiles([requirements]);
  if (readStamp(stamp) !== wanted) {
    log(`Installing what requirements-${name}.txt names (up to a minute)…`);
    await begin?.();
    const [command, ...options] = pip;
    await must('pip could not install what is needed', command, [
      ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'],
      ...[...options, '-r', requirements]
    ]);
    fs.writeFileSync(stamp, wanted);
  }
}

export async function makeVenv() {
  // Without pip if making it was interrupted.
  if (probe(pythonOf(VENV), ['-c', 'import pip']).code !== 0) {
    const command = findPython();
    log(`Making a virtual environment in .venv with ${command}…`);
    await run(command, ['-m', 'venv', '--clear', VENV]);
  }
  await installOnce('dev', VENV, null, [pythonOf(VENV)]);
}

/**
 * Installs libraries, programs and extensions that only tests need, in a folder
 * of their own: `npm run lab` would also have what is in .venv, and pandas
 * behaves differently if it finds pyarrow.
 */
export async function makeLibraries() {
  const folder = path.join(VENV, 'libraries');
  await installOnce(
    'libraries',
    folder,
    () => fs.rmSync(folder, { recursive: true, force: true }),
    // Nothing is compiled: neither Python's bytecode, which would double the
    // time, nor packages without a wheel for this platform.
    [
      ...[pythonOf(VENV), '--no-compile', '--only-binary=:all:'],
      ...['--target', folder]
    ]
  );
}

/**
 * A virtual environment beside the usual one, with what a requirements file
 * names. @returns its folder.
 */
export async function makeOtherVenv(name) {
  const venv = path.join(VENV, 'others', name);
  await installOnce(
    name,
    venv,
    () => run(pythonOf(VENV), ['-m', 'venv', '--clear', venv]),
    [pythonOf(venv)]
  );
  return venv;
}

// The extension

const BUILD = path.join(ROOT, 'cellwright', 'labextension');

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

function sourceFiles() {
  const files = [];
  const visit = file => {
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      for (const name of fs.readdirSync(file)) {
        visit(path.join(file, name));
      }
    } else if (stat && !NOT_BUILT.test(path.relative(ROOT, file))) {
      files.push(file);
    }
  };
  SOURCES.forEach(name => visit(path.join(ROOT, name)));
  return files.sort();
}

function hashFiles(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(path.relative(ROOT, file)).update('\0');
    hash.update(fs.readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function readStamp(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
}

/**
 * Built means from exactly these sources, and not changed since. A manual
 * development build replaces the result, so that does not count as built.
 */
export async function buildExtension() {
  const result = path.join(BUILD, 'package.json');
  const stamp = path.join(ROOT, 'lib', '.built');
  const sources = hashFiles(sourceFiles());
  const state = () =>
    `${sources} ${fs.statSync(result, { throwIfNoEntry: false })?.mtimeMs}`;
  if (!fs.existsSync(result) || readStamp(stamp) !== state()) {
    log('Building the extension…');
    await must('The extension could not be built', 'npm', [
      ...['run', '--silent', 'build:prod']
    ]);
    fs.writeFileSync(stamp, state());
  }
}

/** All that a script with a JupyterLab of its own needs. */
export async function prepareLab() {
  checkNode();
  await installPackages();
  await makeVenv();
  await buildExtension();
}

/** JupyterLab in .venv serves the build directly from the checkout. */
export function linkExtension(root = ROOT, venv = path.join(root, '.venv')) {
  const folder = path.join(venv, 'share/jupyter/labextensions');
  const link = path.join(folder, 'cellwright');
  fs.mkdirSync(folder, { recursive: true });
  fs.rmSync(link, { recursive: true, force: true });
  fs.symlinkSync(BUILD, link, 'junction');
}
