import { z } from 'zod';

import type { ICellRun, ITranslator, ITool } from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { codeEffect, codeQuestion } from '../code/code-effect';
import { stripFence } from '../shared/text/strip-fence';
import { kernelObjection } from '../shared/cells/insert-place';
import { runError, runFacts } from '../shared/cells/run-result';
import { runText } from '../shared/cells/run-text';
import { waitText } from '../cells/run-cell';

const schema = z.object({
  code: z.string().overwrite(stripFence).min(1, 'code is empty'),
  description: z.string().optional()
});

export const runScratch: ITool<z.infer<typeof schema>> = {
  name: 'run_scratch',
  description: 'Run code without a cell, for a quick look.',
  schema,
  effects: ['execute', 'shell'],
  effect: ({ code }, context) => codeEffect([code], context),
  schemasOnly: true,
  check: (_args, context) => kernelObjection(context),
  propose({ code, description }, context) {
    const { notebook, trans } = context;
    const kernel = notebook.kernel.displayName || trans.__('its kernel');
    return {
      title: trans.__('Run code without a cell'),
      sentence: trans.__(
        'Run code on %1 of %2 and leave no cell. Variables it sets stay.',
        kernel,
        spoken(notebook.name)
      ),
      place: trans.__('%1, no cell · %2', spoken(notebook.name), kernel),
      ...(description ? { reason: description } : {}),
      body: { kind: 'code', mimeType: notebook.kernel.mimeType, text: code },
      ...codeQuestion([code], context),
      editable: 'code'
    };
  },
  running: (_args, trans) => trans.__('Running code without a cell'),
  async run({ code }, context) {
    const { notebook, trans, signal } = context;
    const run = await notebook.runScratch(code, {
      signal,
      onState: state =>
        context.progress({
          text:
            state === 'running' || state === 'waiting-for-input'
              ? trans.__('Running code without a cell')
              : waitText(state, trans)
        })
    });
    const { images, ...texts } = await runText(
      run,
      {
        name: 'the code',
        retry: 'Correct it and call run_scratch again, or go another way.'
      },
      context
    );
    return {
      ...texts,
      ...(images.length > 0 ? { images } : {}),
      ...runFacts(run),
      summary: summary(run, trans)
    };
  }
};

function summary(run: ICellRun, trans: ITranslator): string {
  if (run.assumed) {
    return trans.__('The code was treated as done, as you said');
  }
  const error = runError(run);
  const summaries: Record<ICellRun['status'], string> = {
    ok: trans.__('Ran code without a cell'),
    error: error
      ? trans.__('The code failed: “%1”', error)
      : trans.__('The code failed'),
    stopped: run.stuck
      ? trans.__(
          'The code was stopped, but the kernel is still busy. Restart it to go on.'
        )
      : trans.__('Stopped the code'),
    interrupted: trans.__('The code was interrupted from outside'),
    restarted: trans.__(
      'The kernel was restarted while the code ran. Its variables are gone.'
    ),
    died: trans.__(
      'The kernel died while the code ran. Its variables are gone.'
    ),
    flooded: trans.__('The code wrote too much output and was interrupted'),
    closed: trans.__('The notebook was closed while the code ran')
  };
  return summaries[run.status];
}
