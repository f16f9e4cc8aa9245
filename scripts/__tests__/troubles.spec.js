import {
  buildTrouble,
  chromiumStartTrouble,
  chromiumTrouble,
  nodeTrouble,
  npmTrouble,
  pipTrouble,
  portTrouble,
  pythonTrouble,
  venvTrouble
} from '../troubles.mjs';

const rootOnDebian = { root: true, debian: true };
const userOnDebian = { root: false, debian: true };
const userElsewhere = { root: false, debian: false };

describe('Node', () => {
  it('must be 20 or newer', () => {
    expect(nodeTrouble('20.0.0')).toBeNull();
    expect(nodeTrouble('24.1.0')).toBeNull();
    expect(nodeTrouble('18.19.1')).toBe(
      'This is Node 18.19.1, but Cellwright needs Node 20 or newer: install it from https://nodejs.org and run the command again.'
    );
  });
});

describe('Python', () => {
  it('is taken when one of several is new enough', () => {
    const found = [
      { command: 'python3', version: '3.9.2' },
      { command: 'python3.11', version: '3.11.2' }
    ];
    expect(pythonTrouble(found, userOnDebian)).toBeNull();
  });

  it('compares versions as numbers', () => {
    const found = [{ command: 'python3', version: '3.9.2' }];
    expect(pythonTrouble(found, userOnDebian)).toMatch(
      /^python3 is Python 3\.9\.2, but .* 3\.11 or newer: install one .*CELLWRIGHT_PYTHON=/
    );
  });

  it('is brought by apt on Debian, with sudo unless one is root', () => {
    expect(pythonTrouble([], rootOnDebian)).toContain(
      '`apt-get install python3 python3-venv`'
    );
    expect(pythonTrouble([], userOnDebian)).toContain(
      '`sudo apt-get install python3 python3-venv`'
    );
    expect(pythonTrouble([], userElsewhere)).toContain(
      'https://www.python.org'
    );
  });
});

describe('the venv module', () => {
  it('is no trouble when it is there', () => {
    const python = { command: 'python3', importsVenv: true };
    expect(venvTrouble(python, userOnDebian)).toBeNull();
  });

  it('is brought by an apt line', () => {
    const python = { command: 'python3', importsVenv: false };
    expect(venvTrouble(python, rootOnDebian)).toBe(
      'python3 comes without its venv module: run `apt-get install python3-venv`, then run the command again.'
    );
  });

  it('belongs to the interpreter that was chosen', () => {
    const python = { command: '/usr/bin/python3.12', importsVenv: false };
    expect(venvTrouble(python, userOnDebian)).toContain(
      '`sudo apt-get install python3.12-venv`'
    );
  });

  it('has another name elsewhere', () => {
    const python = { command: 'python3', importsVenv: false };
    expect(venvTrouble(python, userElsewhere)).toMatch(
      /install the package of your system/
    );
  });
});

describe('npm', () => {
  it('says nothing when it worked', () => {
    expect(npmTrouble(0, 'npm warn ETIMEDOUT, retrying')).toBeNull();
  });

  it.each([
    ['npm error code ENOTFOUND', 'cannot reach its registry'],
    ['npm error code EAI_AGAIN', 'cannot reach its registry'],
    [
      'npm error network request to https://registry.npmjs.org/x failed',
      'cannot reach its registry'
    ],
    ['npm error code EUSAGE', 'run `npm install`'],
    ['npm error code SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
    ['npm error code ENOSPC', 'disk is full'],
    ['npm error code E418', 'what it said stands above']
  ])('%s', (output, words) => {
    const sentence = npmTrouble(1, output);
    expect(sentence).toContain(words);
    expect(sentence).toMatch(/run the command again\.$/);
  });
});

describe('pip', () => {
  it('says nothing when it worked', () => {
    expect(pipTrouble(0, '')).toBeNull();
  });

  it.each([
    [
      'Temporary failure in name resolution\nERROR: No matching distribution found for jupyterlab==4.6.6',
      'cannot reach its index'
    ],
    [
      'ERROR: No matching distribution found for jupyterlab==4.6.6',
      'requirements-dev.txt'
    ],
    ['[SSL: CERTIFICATE_VERIFY_FAILED]', 'PIP_CERT'],
    ['OSError: [Errno 28] No space left on device', 'disk is full'],
    ['ERROR: something else', 'what it said stands above']
  ])('%s', (output, words) => {
    const sentence = pipTrouble(1, output);
    expect(sentence).toContain(words);
    expect(sentence).toMatch(/run the command again\.$/);
  });
});

describe('the build', () => {
  it('points to the errors above', () => {
    expect(buildTrouble(0)).toBeNull();
    expect(buildTrouble(2)).toMatch(/Mend them and run the command again\.$/);
  });
});

describe('Chromium', () => {
  it('says what to do when apt could not bring it', () => {
    expect(
      chromiumTrouble(
        { tried: 'apt', output: 'Temporary failure in name resolution' },
        rootOnDebian
      )
    ).toBe(
      'The tests need Chromium, and apt-get cannot reach its servers: run `apt-get install chromium`, or name one with CHROMIUM_PATH=/path/to/chromium, then run the command again.'
    );
    expect(
      chromiumTrouble(
        { tried: 'apt', output: 'E: held packages' },
        rootOnDebian
      )
    ).toContain('apt-get could not bring it');
  });

  it('says what to do when Playwright could not bring it', () => {
    const attempt = { tried: 'playwright', output: 'getaddrinfo ENOTFOUND' };
    expect(chromiumTrouble(attempt, userOnDebian)).toContain(
      '`sudo apt-get install chromium`'
    );
    expect(chromiumTrouble(attempt, userElsewhere)).toContain(
      'install Chromium or Chrome'
    );
  });

  it('must start', () => {
    const fine = { code: 0, output: 'Chromium 156' };
    expect(chromiumStartTrouble('/c', fine, userOnDebian)).toBeNull();
    const broken = {
      code: 127,
      output:
        '/c: error while loading shared libraries: libnss3.so: cannot open shared object file'
    };
    expect(chromiumStartTrouble('/c', broken, userOnDebian)).toBe(
      '/c does not start (it misses libnss3.so): run `sudo apt-get install chromium`, then run the command again.'
    );
  });
});

describe('the port', () => {
  it('is offered a neighbour when it is taken', () => {
    expect(portTrouble(9999, true)).toBeNull();
    expect(portTrouble(9999, false)).toBe(
      'Port 9999 is taken: stop what listens there, or choose another with `npm run lab -- --port 10000`.'
    );
  });
});
