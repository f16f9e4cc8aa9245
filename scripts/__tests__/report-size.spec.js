import { execFileSync } from 'node:child_process';
import * as path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const KB = 1024;

it('the model of reports and all their forms are at most 132 KB, gzipped', () => {
  const { bytes } = JSON.parse(
    execFileSync(process.execPath, ['scripts/report-size.mjs'], {
      cwd: ROOT,
      encoding: 'utf8'
    })
  );
  expect(bytes).toBeGreaterThan(50 * KB);
  expect(bytes).toBeLessThanOrEqual(132 * KB);
});
