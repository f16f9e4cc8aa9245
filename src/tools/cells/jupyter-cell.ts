import { z } from 'zod';

import { hashText, type ITool } from '../../contract';
import { codeEffect, codeQuestion } from '../code/code-effect';
import { stripFence } from '../shared/text/strip-fence';
import {
  anchor,
  insertPlace,
  kernelObjection,
  placeObjection,
  position,
  withKernel
} from '../shared/cells/insert-place';
import { runCell } from './run-cell';

const schema = z.object({
  code: z.string().overwrite(stripFence).min(1, 'code is empty'),
  description: z.string().optional(),
  after: z
    .string()
    .optional()
    .describe('cell id or "top"; default: below your last cell, or the end')
});

export const jupyterCell: ITool<z.infer<typeof schema>> = {
  name: 'jupyter_cell',
  description: 'Insert and run a code cell. Returns its output and plots.',
  schema,
  cellArguments: ['after'],
  effects: ['execute', 'shell'],
  effect: ({ code }, context) => codeEffect([code], context),
  schemasOnly: true,
  check: ({ after }, context) =>
    placeObjection(after, context) ?? kernelObjection(context),
  propose({ code, description, after }, context) {
    const { notebook, trans } = context;
    const place = insertPlace(anchor(after, context), context);
    return {
      title: trans.__('Add a cell and run it'),
      sentence: trans.__(
        'Insert a code cell %1 and run it on %2',
        place,
        notebook.kernel.displayName || trans.__('its kernel')
      ),
      place: withKernel(place, context),
      ...(description ? { reason: description } : {}),
      body: { kind: 'code', mimeType: notebook.kernel.mimeType, text: code },
      ...codeQuestion([code], context),
      editable: 'code'
    };
  },
  running: (_args, trans) => trans.__('Adding a cell and running it'),
  async run({ code, description, after }, context) {
    const id = await context.notebook.insertCell({
      type: 'code',
      source: code,
      after: anchor(after, context)
    });
    context.progress({ cellId: id });
    const cell = { id, description, place: position(id, context) };
    return runCell(cell, context, {
      created: [id],
      seen: { [id]: hashText(code) }
    });
  }
};
