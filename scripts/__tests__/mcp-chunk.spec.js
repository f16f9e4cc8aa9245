import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { gzipSync } from 'node:zlib';

/** KB that the first server may add to what the engine has loaded. */
const MOST = 75;

let code;

beforeAll(() => {
  const out = fs.mkdtempSync(path.join(os.tmpdir(), 'cellwright-mcp-'));
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.resolve(__dirname, '../bench/bundle-mcp.mjs'), out],
    { encoding: 'utf8' }
  );
  expect({ status, stderr }).toMatchObject({ status: 0 });
  code = fs.readFileSync(path.join(out, 'mcp.js'), 'utf8');
  fs.rmSync(out, { recursive: true });
});

it(`costs at most ${MOST} KB`, () => {
  expect(gzipSync(code, { level: 9 }).length / 1024).toBeLessThanOrEqual(MOST);
});

it('compiles no code, as strict pages demand', () => {
  expect(code).toContain('server/discover');
  expect(code).not.toMatch(/\bnew Function\b|\beval\(/);
});

it('brings no second zod', () => {
  expect(code).not.toContain('ZodString');
});
