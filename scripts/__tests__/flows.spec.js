import { spawnSync } from 'node:child_process';
import * as path from 'node:path';

import ts from 'typescript';

import { problemIn, readWays } from '../flows.mjs';

const ROOT = path.resolve(__dirname, '../..');

const FILES = {
  'a.ts': 'export function press() { send(); }',
  'b.ts': 'class B { send = () => { this.store(); this.go(); }; store() {} }',
  'c.ts': 'export const c = { go: () => fetch("") };'
};

function problemOf(list) {
  const [way] = readWays(
    `## The ways through the code\n\n**Send**, until \`fetch\`:\n\n${list}`
  );
  return problemIn(way, file =>
    ts.createSourceFile(file, FILES[file] ?? '', ts.ScriptTarget.Latest, true)
  );
}

describe('npm run flows', () => {
  it('follows the ways in CONTRIBUTING.md and counts their files', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['scripts/flows.mjs'],
      { cwd: ROOT, encoding: 'utf8' }
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(JSON.parse(stdout.trim().split('\n').at(-1))).toEqual({
      approve: expect.any(Number),
      send: expect.any(Number),
      token: expect.any(Number)
    });
  });

  it.each([
    ['- `a.ts · press`, `b.ts · send, store`, `c.ts · go`', null],
    ['- `a.ts · press`, ↓ `c.ts · go`', null],
    ['- `a.ts · press`, `c.ts · go`', 'press in src/a.ts does not reach go'],
    ['- `a.ts · press`, `b.ts · gone`', 'There is no function gone'],
    ['- `a.ts · press`, `b.ts · send`', 'does not reach fetch'],
    ['', 'It has no entries.']
  ])('judges the way %s', (list, problem) => {
    expect(problemOf(list)).toEqual(
      problem && expect.stringContaining(problem)
    );
  });
});
