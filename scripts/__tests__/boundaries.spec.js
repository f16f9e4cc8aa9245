import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const WHO = 'boundaries/dependencies';
const EAGER = '@typescript-eslint/no-restricted-imports';

/**
 * Each case is one file in a small copy of the project, linted with the
 * project's own configuration. `rules` are the rules that must report it, once
 * each; an empty list means that the import is allowed.
 */
const cases = [
  // Layers.
  ['contract/a.ts', `import { x } from '../engine';`, [WHO]],
  ['contract/b.ts', `import type { x } from '../tools';`, [WHO]],
  ['contract/c.ts', `export { x } from '../panel';`, [WHO]],
  ['contract/d.ts', `import { x } from './index';`, []],
  ['tools/a.ts', `import { x } from '../contract';`, []],
  ['tools/b.ts', `import { x } from '../jupyter';`, [WHO]],
  ['mcp/a.ts', `import { x } from '../contract';`, []],
  ['mcp/b.ts', `import { x } from '../engine';`, [WHO]],
  ['mcp/c.ts', `import { x } from '../panel';`, [WHO]],
  ['mcp/d.ts', `import { x } from '../plugins';`, [WHO]],
  ['mcp/e.ts', `import { x } from '../jupyter';`, [WHO]],
  ['engine/j.ts', `import { x } from '../mcp';`, []],
  ['panel/f.ts', `import { x } from '../mcp';`, [WHO]],
  ['models/a.ts', `import { x } from '../engine';`, [WHO]],
  ['storage/a.ts', `import { x } from '../engine';`, [WHO]],
  ['engine/a.ts', `import { x } from '../storage';`, []],
  ['engine/l.ts', `export const x = () => import('../search');`, []],
  ['search/a.ts', `import { x } from '../contract';`, []],
  ['search/b.ts', `import { x } from '../engine';`, [WHO]],
  ['search/c.ts', `import { x } from '../tools';`, [WHO]],
  ['search/p.ts', `import MiniSearch from 'minisearch';`, []],
  ['search/q.ts', `import { x } from 'langchain';`, [WHO]],
  ['engine/u.ts', `import MiniSearch from 'minisearch';`, [WHO]],
  ['plugins/l.ts', `import { x } from '../search';`, [EAGER]],
  ['memory/a.ts', `import { x } from '../storage';`, []],
  ['memory/b.ts', `import { x } from '../search';`, []],
  ['memory/c.ts', `import { x } from '../engine';`, [WHO]],
  ['workflows/a.ts', `import { x } from '../engine';`, []],
  ['workflows/b.ts', `import { x } from '../memory';`, []],
  ['workflows/c.ts', `import { x } from '../storage';`, [WHO]],
  ['workflows/d.ts', `import { x } from '../panel';`, [WHO]],
  ['workflows/p.ts', `import { x } from '@langchain/langgraph';`, [WHO]],
  ['engine/w.ts', `import { x } from '../workflows';`, [WHO]],
  ['plugins/v.ts', `import { x } from '../workflows';`, [EAGER]],
  ['plugins/w.ts', `import { x } from '../memory';`, [EAGER]],
  ['engine/b.ts', `import { x } from '../panel';`, [WHO]],
  ['engine/c.ts', `import { x } from '../jupyter';`, [WHO]],
  ['engine/d.ts', `import { x } from '../testing';`, [WHO]],
  ['engine/e.ts', `export const x = () => import('../panel');`, [WHO]],
  ['engine/f.ts', `export type X = import('../panel').X;`, [WHO]],
  ['jupyter/a.ts', `import { x } from '../panel';`, [WHO]],
  ['panel/a.ts', `import { x } from '../engine';`, [WHO]],
  ['panel/b.ts', `import type { x } from '../engine';`, [WHO]],
  ['panel/c.ts', `import { x } from '../tokens';`, [WHO]],
  ['panel/d.ts', `import { x } from '../contract';`, []],
  ['testing/a.ts', `import { x } from '../engine';`, [WHO]],
  ['engine/g.ts', `import { x } from './stories/fixture';`, [WHO]],
  ['engine/i.ts', `import { x } from '../panel/lazy-chunk';`, [WHO]],
  ['panel/e.ts', `import { x } from '../nowhere';`, [WHO]],

  ['report/a.ts', `import { x } from '../contract';`, []],
  ['report/b.ts', `import { x } from '../engine';`, [WHO]],
  ['report/c.ts', `import { x } from '../jupyter';`, [WHO]],
  ['contract/e.ts', `import { x } from '../report';`, [WHO]],
  ['panel/f.ts', `import { x } from '../report';`, [WHO]],

  // Packages.
  ['contract/p.ts', `import { z } from 'zod';`, []],
  ['contract/q.ts', `import React from 'react';`, [WHO]],
  ['contract/r.ts', `import type { Token } from '@lumino/coreutils';`, [WHO]],
  ['tools/p.ts', `import { tool } from '@langchain/core/tools';`, [WHO]],
  ['mcp/p.ts', `import { x } from '@modelcontextprotocol/client';`, []],
  ['engine/k.ts', `import { x } from '@modelcontextprotocol/client';`, [WHO]],
  ['models/p.ts', `import { x } from '@langchain/openai';`, []],
  ['models/q.ts', `import { x } from '@langchain/core/messages';`, []],
  ['models/r.ts', `import { x } from 'langchain';`, [WHO]],
  ['storage/p.ts', `import { x } from '@langchain/langgraph-checkpoint';`, []],
  ['storage/q.ts', `import { x } from '@langchain/langgraph/web';`, [WHO]],
  ['engine/p.ts', `import { x } from '@langchain/langgraph/web';`, []],
  ['engine/q.ts', `import { x } from '@langchain/langgraph';`, [WHO]],
  ['engine/r.ts', `import { x } from 'langchain';`, []],
  ['engine/s.ts', `import { x } from '@jupyterlab/notebook';`, [WHO]],
  ['engine/t.ts', `import { x } from 'node:fs';`, [WHO]],
  ['jupyter/p.ts', `import { x } from '@jupyterlab/notebook';`, []],
  ['jupyter/s.ts', `import type { x } from '@jupyter/ydoc';`, []],
  ['jupyter/t.ts', `import { x } from '@jupyter/ydoc';`, [WHO]],
  ['jupyter/q.ts', `import React from 'react';`, [WHO]],
  ['jupyter/r.ts', `import { x } from '@langchain/core/messages';`, [WHO]],
  ['report/p.ts', `import { x } from 'docx';`, []],
  ['report/q.ts', `import { x } from 'mdast-util-to-markdown';`, []],
  ['report/r.ts', `import type { x } from 'mdast';`, []],
  ['report/s.ts', `import { x } from '@jupyterlab/rendermime';`, [WHO]],
  ['panel/p.ts', `import { x } from 'react-dom/client';`, []],
  ['panel/q.ts', `import { x } from 'langchain';`, [WHO]],
  ['panel/r.ts', `import { x } from '@codemirror/merge';`, []],
  ['testing/p.ts', `import { x } from '@langchain/core/messages';`, []],
  ['testing/q.ts', `import { x } from 'langchain';`, [WHO]],

  // What is loaded at the start.
  ['plugins/a.ts', `import { x } from '../engine';`, [EAGER]],
  ['plugins/b.ts', `import { x } from '../models/openai';`, [EAGER, WHO]],
  ['plugins/c.ts', `import { x } from '../panel';`, [EAGER]],
  ['plugins/d.ts', `import { x } from '../jupyter';`, [EAGER]],
  ['plugins/e.ts', `export * from '../engine';`, [EAGER]],
  ['plugins/f.ts', `import type { x } from '../engine';`, []],
  ['plugins/l.ts', `import { x } from '../mcp';`, [EAGER]],
  ['plugins/g.ts', `export const x = () => import('../engine');`, []],
  ['plugins/h.ts', `import { x } from '../tokens';`, []],
  ['plugins/i.ts', `import { x } from 'langchain';`, [WHO]],
  ['plugins/j.ts', `import { x } from '@jupyterlab/application';`, []],
  ['tokens.ts', `import { x } from './engine';`, [EAGER, WHO]],
  ['index.ts', `import { x } from './panel';`, [EAGER, WHO]],

  ['icon.ts', `import { LabIcon } from '@jupyterlab/ui-components';`, []],
  ['plugins/k.ts', `import { x } from '../icon';`, []],
  ['engine/h.ts', `import { x } from '../icon';`, [WHO]],

  ['plugins/l.ts', `import { x } from '../report';`, [EAGER]],
  ['plugins/m.ts', `export const x = () => import('../report');`, []],

  // Specs.
  ['engine/stories/a.spec.ts', `import { x } from '../../testing';`, []],
  ['engine/stories/b.spec.ts', `import { x } from '..';`, []],
  ['engine/c.spec.ts', `import { x } from '../testing';`, []],
  ['engine/stories/d.spec.ts', `import { x } from '../../tools';`, []],
  ['engine/stories/e.spec.ts', `import { x } from '../../panel';`, [WHO]],
  ['panel/stories/a.spec.tsx', `import { x } from 'node:fs';`, []],
  ['panel/stories/b.spec.tsx', `import { x } from '../../engine';`, [WHO]],
  ['tools/z.ts', `import { x } from '../panel/stories/b.spec';`, [WHO]],

  // A layer that is not in the table.
  ['helpers/a.ts', `export const x = 1;`, ['boundaries/no-unknown-files']]
];

const layers = [
  'contract',
  'demo-model',
  'engine',
  'mcp',
  'memory',
  'models',
  'panel',
  'plugins',
  'search',
  'report',
  'storage',
  'testing',
  'tools',
  'workflows',
  'jupyter'
];

let project;
let reports;

beforeAll(() => {
  project = fs.mkdtempSync(path.join(os.tmpdir(), 'cellwright-layers-'));
  for (const file of ['eslint.config.mjs', 'tsconfig.json', 'package.json']) {
    fs.copyFileSync(path.join(ROOT, file), path.join(project, file));
  }
  fs.symlinkSync(
    path.join(ROOT, 'node_modules'),
    path.join(project, 'node_modules'),
    'junction'
  );
  const write = (file, text) => {
    const target = path.join(project, 'src', file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, text + '\n');
  };
  for (const layer of layers) {
    write(`${layer}/index.ts`, 'export const x = 1;');
  }
  write('engine/stories/fixture.ts', 'export const x = 1;');
  for (const [file, text] of cases) {
    write(file, text);
  }
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      path.join(ROOT, 'node_modules/eslint/bin/eslint.js'),
      '--format=json',
      'src'
    ],
    { cwd: project, encoding: 'utf8', maxBuffer: 1 << 26 }
  );
  if (!stdout.startsWith('[')) {
    throw new Error(`ESLint did not run: ${stdout}${stderr}`);
  }
  reports = new Map(
    JSON.parse(stdout).map(report => [
      path
        .relative(path.join(fs.realpathSync(project), 'src'), report.filePath)
        .replaceAll('\\', '/'),
      report.messages
    ])
  );
});

afterAll(() => {
  fs.rmSync(project, { recursive: true, force: true });
});

describe('who may import what', () => {
  it.each(cases)('%s: %s', (file, _text, rules) => {
    const spoken = reports
      .get(file)
      .filter(
        message =>
          [WHO, EAGER].includes(message.ruleId) ||
          /^boundaries/.test(message.ruleId)
      )
      .map(message => message.ruleId);
    expect(spoken.sort()).toEqual([...rules].sort());
  });

  it('makes each of them an error, not a warning', () => {
    const severities = [...reports.values()]
      .flat()
      .filter(message => [WHO, EAGER].includes(message.ruleId))
      .map(message => message.severity);
    expect(new Set(severities)).toEqual(new Set([2]));
  });

  it('says what was refused and where to look', () => {
    const [message] = reports.get('panel/a.ts').filter(m => m.ruleId === WHO);
    expect(message.message).toBe(
      'This layer may not import ../engine: see the table in CONTRIBUTING.md.'
    );
  });
});
