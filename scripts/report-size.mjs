/**
 * Bundles the report model and all report formats (`src/report/`) as the build
 * of the extension does, and prints how many bytes of JavaScript that is,
 * gzipped: {"bytes": 123456}.
 */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { rspack } from '@rspack/core';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const out = fs.mkdtempSync(path.join(os.tmpdir(), 'cellwright-report-'));

const FORMS = ['notebook/write-notebook', 'typst/write-typst'];
const entry = path.join(out, 'all-forms.ts');
const report = path.join(root, 'src', 'report');
fs.writeFileSync(
  entry,
  [
    path.join(report, 'index.ts'),
    ...FORMS.map(form => path.join(report, 'writers', `${form}.ts`))
  ]
    .map(file => `export * from ${JSON.stringify(file)};\n`)
    .join('')
);
const stats = await new Promise((resolve, reject) => {
  rspack(
    {
      mode: 'production',
      target: 'web',
      context: root,
      entry,
      output: {
        path: out,
        filename: 'report.js',
        library: { type: 'module' },
        module: true
      },
      experiments: {},
      performance: false,
      resolve: { extensions: ['.ts', '.js', '.mjs'] },
      module: {
        rules: [
          {
            test: /\.ts$/,
            loader: 'builtin:swc-loader',
            options: {
              jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }
            },
            type: 'javascript/auto'
          },
          { test: /\.md$/, type: 'asset/source' }
        ]
      }
    },
    (error, result) => (error ? reject(error) : resolve(result))
  );
});
if (stats.hasErrors()) {
  console.error(stats.toString('errors-only'));
  process.exitCode = 1;
} else {
  const code = fs.readFileSync(path.join(out, 'report.js'));
  console.log(JSON.stringify({ bytes: gzipSync(code, { level: 9 }).length }));
}
fs.rmSync(out, { recursive: true, force: true });
