import { spawnSync } from 'node:child_process';
import * as path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

describe('reports', () => {
  it('are one chunk of at most 130 KB, gzipped', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [path.join(ROOT, 'scripts/report-size.mjs')],
      { cwd: ROOT, encoding: 'utf8' }
    );
    expect([status, stderr]).toEqual([0, '']);
    const { bytes } = JSON.parse(stdout);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(130_000);
  });
});
