import { z } from 'zod';

import { type IToolContext, cellMark, type ITool } from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { cellBody, cellChangeObjection } from '../shared/cells/cell-objections';
import { TOP } from '../shared/cells/cell-names';
import { position } from '../shared/cells/insert-place';

const schema = z.object({
  cell_id: z.string(),
  after: z.string().optional(),
  description: z.string().optional()
});

export const moveCell: ITool<z.infer<typeof schema>> = {
  name: 'move_cell',
  description: 'Move a cell after another, or to the top.',
  schema,
  cellArguments: ['cell_id', 'after'],
  effects: ['edit'],
  effect: () => 'edit',
  schemasOnly: true,
  policy: ({ cell_id }, { created }) => ({
    ownCell: created.has(cell_id)
  }),
  check: ({ cell_id, after }, context) =>
    cellChangeObjection(cell_id, context) ??
    (after === cell_id
      ? `Cell ${context.names.of(cell_id)} cannot be moved after itself. Name another cell in after.`
      : !isTop(after) && !context.notebook.cell(after)
        ? context.names.unknown(after)
        : null),
  propose(args, context) {
    const { notebook, trans } = context;
    const mark = cellMark(args.cell_id);
    return {
      title: trans.__('Move cell %1', mark),
      sentence: isTop(args.after)
        ? trans.__('Move cell %1 to the top of %2', mark, spoken(notebook.name))
        : trans.__(
            'Move cell %1 after cell %2 in %3',
            mark,
            cellMark(args.after),
            spoken(notebook.name)
          ),
      place: placeOf(args.after, context),
      ...(args.description ? { reason: args.description } : {}),
      body: cellBody(args.cell_id, context),
      basis: notebook.cell(args.cell_id)?.source ?? ''
    };
  },
  running: ({ cell_id }, trans) =>
    trans.__('Moving cell %1', cellMark(cell_id)),
  async run({ cell_id, after }, context) {
    const { notebook, names, trans } = context;
    await notebook.moveCell(cell_id, isTop(after) ? null : after);
    return {
      text: `Cell ${names.of(cell_id)} is now ${position(cell_id, context)}. It was not run again.`,
      ok: true,
      summary: trans.__('Moved cell %1', cellMark(cell_id)),
      cellId: cell_id
    };
  }
};

function placeOf(
  after: string | undefined,
  { notebook, trans }: IToolContext
): string {
  return isTop(after)
    ? trans.__('at the top of %1', spoken(notebook.name))
    : trans.__('after %1 in %2', cellMark(after), spoken(notebook.name));
}

function isTop(after: string | undefined): after is typeof TOP | undefined {
  return after === undefined || after === TOP;
}
