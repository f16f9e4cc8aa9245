import { execFile } from 'node:child_process';
import * as path from 'node:path';
import { promisify } from 'node:util';

import { ScriptedModel } from '../support/scripted-model';
import { expect, test } from '../support/test';

const root = path.resolve(__dirname, '..', '..');

const run = (code: string) => ({
  calls: [{ name: 'jupyter_cell', args: { code } }]
});
const answer = (text: string) => ({
  calls: [{ name: 'final_answer', args: { answer: text } }]
});

test('npm run eval asks its questions in the real panel, approves, and scores what is answered', async () => {
  const model = new ScriptedModel('eval');
  await model.script([
    run('print(344, 2)'),
    answer('Counted: @rows[344], @missing[2]'),
    run('print(1, 2, 3)'),
    answer('Guessed: @adelie[1], @chinstrap[2], @gentoo[3]')
  ]);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      'scripts/eval.mjs',
      '--built',
      '--base-url',
      model.baseUrl,
      '--model',
      'scripted-model',
      '--first',
      '2',
      '--keep',
      test.info().outputPath('transcripts')
    ],
    { cwd: root }
  );
  expect(stdout).toMatch(/right +1 of 2 \(50\.0 %\)/);
  expect(stdout).toMatch(/requests +4 \(2\.0 a question\)/);
  expect(stdout).toMatch(/clicks on Approve +2 /);
});
