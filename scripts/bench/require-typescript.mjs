/** Loads parts of the source unchanged in Node, without a page. */
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';

/** A `require` relative to the root that also accepts TypeScript. */
export function requireTypescript(root) {
  const require = createRequire(path.join(root, 'package.json'));
  const typescript = require('typescript');
  const compilerOptions = {
    module: typescript.ModuleKind.CommonJS,
    target: typescript.ScriptTarget.ES2022,
    esModuleInterop: true
  };
  require.extensions['.ts'] = (module, file) =>
    module._compile(
      typescript.transpileModule(fs.readFileSync(file, 'utf8'), {
        compilerOptions
      }).outputText,
      file
    );
  return require;
}
