const { execFileSync } = require('node:child_process');
const path = require('node:path');

/**
 * Read as text by Node, as the builder reads it: Rspack is a module that Jest
 * cannot load.
 */
function config() {
  const file = path.resolve(__dirname, '../../rspack.config.js');
  const code = `const { optimization, output } = require(${JSON.stringify(file)});
    console.log(JSON.stringify({ optimization, output }))`;
  return JSON.parse(
    execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' })
  );
}

it('replaces no hash in the code of chunks: one so short stands there by chance', () => {
  const { optimization, output } = config();
  expect(output.chunkFilename).toContain('[contenthash:4]');
  expect(optimization.realContentHash).toBe(false);
});
