// Bundles what a page loads for its first MCP server, as JupyterLab's builder
// does, excluding what the engine has already loaded: bundle-mcp.mjs <folder>
import * as path from 'node:path';
import { rspack } from '@rspack/core';

rspack(
  {
    mode: 'production',
    devtool: false,
    target: ['web', 'es2022'],
    context: path.resolve(import.meta.dirname, '../..'),
    entry: './src/mcp/index.ts',
    output: {
      path: process.argv[2],
      filename: 'mcp.js',
      library: { type: 'var', name: 'mcp' }
    },
    resolve: { extensions: ['.ts', '.js'] },
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' } } }
        }
      ]
    },
    // Already in the engine's chunk, which loads this one.
    externals: [
      /^zod(\/|$)/,
      /^@noble\/hashes\//,
      /^(\.\.\/)+(contract|tools)$/
    ],
    externalsType: 'commonjs',
    performance: false
  },
  (error, stats) => {
    if (error || stats.hasErrors()) {
      console.error(error ?? stats.toString('errors-only'));
      process.exitCode = 1;
    }
  }
);
