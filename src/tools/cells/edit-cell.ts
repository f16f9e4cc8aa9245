import { z } from 'zod';

import { type ITool, cellMark, hashText } from '../../contract';
import { unseenObjection } from '../shared/cells/cell-objections';
import { MARKDOWN_MIME_TYPE } from '../shared/cells/markdown';
import { sourcesEffect, withCodeNote } from '../code-effect/code-effect';
import { stripFence } from '../shared/text/strip-fence';
import { kernelObjection, withKernel } from '../shared/cells/insert-place';
import { markdownEffect, withDrawnNote } from '../shared/text/drawn-markdown';
import { runCell } from './run-cell';
import { objection, workspaceFailure } from '../shared/files/workspace-failure';

const schema = z.object({
  cell_id: z.string(),
  code: z.string().overwrite(stripFence).describe('the whole new source'),
  run: z.boolean().optional().describe('also run it')
});

export const editCell: ITool<z.infer<typeof schema>> = {
  name: 'edit_cell',
  description:
    "Replace a cell's source. Read the cell first if you did not write it.",
  schema,
  cellArguments: ['cell_id'],
  effects: ['edit', 'execute', 'shell', 'network'],
  effect: ({ cell_id, code, run }, context) =>
    run
      ? sourcesEffect([code], context)
      : context.notebook.cell(cell_id)?.type === 'markdown'
        ? markdownEffect(code)
        : 'edit',
  schemasOnly: true,
  policy: ({ cell_id }, { notebook, made }) => ({
    markdown: notebook.cell(cell_id)?.type === 'markdown',
    ownCell: made.has(cell_id)
  }),
  check: ({ cell_id, run }, context) =>
    objection(() => {
      const { names, notebook } = context;
      const cell = notebook.cell(cell_id);
      if (!cell) {
        return names.unknown(cell_id);
      }
      if (notebook.readOnly) {
        return `${notebook.name} is read-only, so no cell can be changed. Tell the person to save a copy; reading still works.`;
      }
      if (cell.readOnly) {
        return `Cell ${names.of(cell_id)} is protected from changes. Add a new cell with jupyter_cell instead.`;
      }
      if (run && cell.type !== 'code') {
        return `Cell ${names.of(cell_id)} is a ${cell.type === 'markdown' ? 'Markdown' : 'raw'} cell and cannot run. Call edit_cell without run.`;
      }
      return (
        unseenObjection(cell_id, context, 'propose the change again') ??
        (run ? kernelObjection(context) : null)
      );
    }),
  propose({ cell_id, code, run }, context) {
    const { notebook, trans } = context;
    const mark = cellMark(cell_id);
    const cell = notebook.cell(cell_id);
    const before = cell?.source ?? '';
    const markdown = cell?.type === 'markdown';
    const place = trans.__('%1 in %2', mark, notebook.name);
    return {
      title: run
        ? trans.__('Change cell %1 and run it', mark)
        : trans.__('Change cell %1', mark),
      sentence: run
        ? withCodeNote(
            trans.__(
              'Change cell %1 in %2 and run it on %3',
              mark,
              notebook.name,
              notebook.kernel.displayName || trans.__('its kernel')
            ),
            context
          )
        : withDrawnNote(
            trans.__('Change cell %1 in %2', mark, notebook.name),
            markdown ? markdownEffect(code) : 'edit',
            trans
          ),
      place: run ? withKernel(place, context) : place,
      body: {
        kind: 'diff',
        mimeType: markdown ? MARKDOWN_MIME_TYPE : notebook.kernel.mimeType,
        before,
        text: code
      },
      editable: 'code',
      basis: before
    };
  },
  running: ({ cell_id, run }, trans) =>
    run
      ? trans.__('Changing cell %1 and running it', cellMark(cell_id))
      : trans.__('Changing cell %1', cellMark(cell_id)),
  async run({ cell_id, code, run }, context) {
    const { notebook, names, trans } = context;
    try {
      await notebook.setSource(cell_id, code);
    } catch (error) {
      return workspaceFailure(error, context, { cellId: cell_id });
    }
    const seen = { [cell_id]: hashText(code) };
    if (run) {
      return runCell({ id: cell_id }, context, { seen });
    }
    return {
      text: `Cell ${names.of(cell_id)} has the new source. It was not run.`,
      ok: true,
      summary: trans.__('Changed cell %1', cellMark(cell_id)),
      cellId: cell_id,
      seen
    };
  }
};
