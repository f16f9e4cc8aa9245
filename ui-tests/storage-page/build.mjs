/**
 * Bundles `index.ts` for a page: the storage from `src/` and LangGraph's test
 * suite for savers. `node build.mjs <file to write>`.
 */
import path from 'node:path';

import { rspack } from '@rspack/core';

const here = import.meta.dirname;
const file = path.resolve(process.argv[2]);

const compiler = rspack({
  mode: 'development',
  devtool: false,
  target: 'web',
  context: here,
  entry: './index.ts',
  output: { path: path.dirname(file), filename: path.basename(file) },
  resolve: { extensions: ['.ts', '.js'] },
  module: {
    // A single file, including what is otherwise loaded lazily.
    parser: { javascript: { dynamicImportMode: 'eager' } },
    rules: [
      {
        test: /\.ts$/,
        loader: 'builtin:swc-loader',
        options: {
          jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }
        },
        type: 'javascript/auto'
      }
    ]
  }
});

compiler.run((error, stats) => {
  if (error || stats.hasErrors()) {
    console.error(error ?? stats.toString({ errors: true, all: false }));
    process.exitCode = 1;
  }
  compiler.close(() => undefined);
});
