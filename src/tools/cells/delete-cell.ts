import { z } from 'zod';

import { cellMark, type ITool } from '../../contract';
import { spoken } from '../../contract/text/spoken';
import {
  cellBody,
  cellChangeObjection,
  unseenObjection
} from '../shared/cells/cell-objections';

const schema = z.object({
  cell_id: z.string(),
  description: z.string().optional()
});

export const deleteCell: ITool<z.infer<typeof schema>> = {
  name: 'delete_cell',
  description: 'Delete a cell that you have read or written.',
  schema,
  cellArguments: ['cell_id'],
  effects: ['edit'],
  effect: () => 'edit',
  schemasOnly: true,
  policy: ({ cell_id }, { created }) => ({
    ownCell: created.has(cell_id)
  }),
  check: ({ cell_id }, context) =>
    cellChangeObjection(cell_id, context) ??
    (context.notebook.cell(cell_id)?.running
      ? `Cell ${context.names.of(cell_id)} is running. Delete it once it is done.`
      : unseenObjection(cell_id, context, 'decide again')),
  propose({ cell_id, description }, context) {
    const { notebook, trans } = context;
    const mark = cellMark(cell_id);
    return {
      title: trans.__('Delete cell %1', mark),
      sentence: trans.__(
        'Delete cell %1 from %2. Undo in the notebook brings it back.',
        mark,
        spoken(notebook.name)
      ),
      place: trans.__('%1 in %2', mark, spoken(notebook.name)),
      ...(description ? { reason: description } : {}),
      body: cellBody(cell_id, context),
      basis: notebook.cell(cell_id)?.source ?? ''
    };
  },
  running: ({ cell_id }, trans) =>
    trans.__('Deleting cell %1', cellMark(cell_id)),
  async run({ cell_id }, context) {
    const { notebook, names, trans } = context;
    const { index: at, executionCount: count = null } =
      notebook.cell(cell_id) ?? {};
    await notebook.deleteCell(cell_id);
    return {
      text: `Deleted cell ${names.of(cell_id)}.${count === null ? '' : ' Variables it made in this kernel still exist.'}`,
      ok: true,
      summary:
        at === undefined
          ? trans.__('Deleted a cell')
          : trans.__('Deleted the cell at position %1', at + 1)
    };
  }
};
