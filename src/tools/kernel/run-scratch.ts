import { z } from 'zod';

import type { ICellRun, ITool, ITranslator } from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { codeEffect, codeQuestion } from '../code/code-effect';
import { stripFence } from '../shared/text/strip-fence';
import { kernelObjection } from '../shared/cells/insert-place';
import { runError, runFacts } from '../shared/cells/run-result';
import { runText } from '../shared/cells/run-text';
import { waitText } from '../cells/run-cell';
import { objection, workspaceFailure } from '../shared/files/workspace-failure';

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
  check: (_args, context) => objection(() => kernelObjection(context)),
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
    try {
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
    } catch (error) {
      return workspaceFailure(error, context);
    }
  }
};

function summary(run: ICellRun, trans: ITranslator): string {
  if (run.assumed) {
    return trans.__('The code was treated as done, as you said');
  }
  switch (run.status) {
    case 'ok':
      return trans.__('Ran code without a cell');
    case 'error': {
      const error = runError(run);
      return error
        ? trans.__('The code failed: “%1”', error)
        : trans.__('The code failed');
    }
    case 'stopped':
      return run.stuck
        ? trans.__(
            'The code was stopped, but the kernel is still busy. Restart it to go on.'
          )
        : trans.__('Stopped the code');
    case 'interrupted':
      return trans.__('The code was interrupted from outside');
    case 'restarted':
      return trans.__(
        'The kernel was restarted while the code ran. Its variables are gone.'
      );
    case 'died':
      return trans.__(
        'The kernel died while the code ran. Its variables are gone.'
      );
    case 'flooded':
      return trans.__('The code wrote too much output and was interrupted');
    case 'closed':
      return trans.__('The notebook was closed while the code ran');
  }
}
