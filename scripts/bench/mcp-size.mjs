/** What the first MCP server adds to what the engine has loaded. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { gzipSync } from 'node:zlib';

import { Trouble } from '../say.mjs';
import { figure, round } from './figures.mjs';

/** KB, gzipped; `scripts/__tests__/mcp-chunk.spec.js` checks the same limit. */
const MOST = 75;

/** The client of MCP servers, bundled as JupyterLab's builder does. */
export function mcpSize(root) {
  const out = fs.mkdtempSync(path.join(os.tmpdir(), 'cellwright-mcp-'));
  try {
    const { status, stderr } = spawnSync(
      process.execPath,
      [path.join(root, 'scripts/bench/bundle-mcp.mjs'), out],
      { encoding: 'utf8' }
    );
    if (status !== 0) {
      throw new Trouble(`The client of MCP could not be bundled: ${stderr}`);
    }
    const code = fs.readFileSync(path.join(out, 'mcp.js'));
    const size = gzipSync(code, { level: 9 }).length / 1024;
    return [
      figure('client of MCP servers, gzipped', round(size), 'KB', {
        most: MOST
      })
    ];
  } finally {
    fs.rmSync(out, { recursive: true, force: true });
  }
}
