import { z } from 'zod';

import {
  type IToolContext,
  cellMark,
  hashText,
  type ITool
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { unseenObjection } from '../shared/cells/cell-objections';
import { MARKDOWN_MIME_TYPE } from '../shared/cells/markdown';
import { codeEffect, codeQuestion } from '../code/code-effect';
import { stripFence } from '../shared/text/strip-fence';
import { kernelObjection, withKernel } from '../shared/cells/insert-place';
import { markdownEffect, withDrawnNote } from '../shared/text/plain-markdown';
import { type Replacement, replaceOnce } from '../shared/text/replace-once';
import { runCell } from './run-cell';

const schema = z.object({
  cell_id: z.string(),
  code: z.string().overwrite(stripFence).optional(),
  replace: z
    .array(z.object({ old: z.string().min(1), new: z.string() }))
    .optional(),
  run: z.boolean().optional(),
  description: z.string().optional()
});

type Arguments = z.infer<typeof schema>;

export const editCell: ITool<Arguments> = {
  name: 'edit_cell',
  description:
    'Change a cell that you have read or written: its whole code or, if long, texts in it that occur once.',
  schema,
  // A person who edits the card edits the whole source.
  tidy: ({ replace, ...rest }) =>
    rest.code !== undefined || replace === undefined
      ? rest
      : { ...rest, replace },
  cellArguments: ['cell_id'],
  effects: ['edit', 'execute', 'shell', 'network'],
  effect: (args, context) =>
    args.run
      ? codeEffect([sourceOf(args, context)], context)
      : context.notebook.cell(args.cell_id)?.type === 'markdown'
        ? markdownEffect(sourceOf(args, context))
        : 'edit',
  schemasOnly: true,
  policy: ({ cell_id }, { notebook, created }) => ({
    markdown: notebook.cell(cell_id)?.type === 'markdown',
    ownCell: created.has(cell_id)
  }),
  check(args, context) {
    const { cell_id, run } = args;
    const { names, notebook } = context;
    const cell = notebook.cell(cell_id);
    if (!cell) {
      return names.unknown(cell_id);
    }
    if (notebook.readOnly) {
      return `${spoken(notebook.name)} is read-only, so no cell can be changed. Tell the person to save a copy; reading still works.`;
    }
    if (cell.readOnly) {
      return `Cell ${names.of(cell_id)} is protected from changes. Add a new cell with jupyter_cell instead.`;
    }
    if (run && cell.type !== 'code') {
      return `Cell ${names.of(cell_id)} is a ${cell.type === 'markdown' ? 'Markdown' : 'raw'} cell and cannot run. Call edit_cell without run.`;
    }
    return (
      unseenObjection(cell_id, context, 'propose the change again') ??
      changeObjection(args, cell.source) ??
      (run ? kernelObjection(context) : null)
    );
  },
  propose(args, context) {
    const { cell_id, run, description } = args;
    const { notebook, trans } = context;
    const code = sourceOf(args, context);
    const mark = cellMark(cell_id);
    const cell = notebook.cell(cell_id);
    const before = cell?.source ?? '';
    const markdown = cell?.type === 'markdown';
    const place = trans.__('%1 in %2', mark, spoken(notebook.name));
    return {
      title: run
        ? trans.__('Change cell %1 and run it', mark)
        : trans.__('Change cell %1', mark),
      sentence: run
        ? trans.__(
            'Change cell %1 in %2 and run it on %3',
            mark,
            spoken(notebook.name),
            notebook.kernel.displayName || trans.__('its kernel')
          )
        : withDrawnNote(
            trans.__('Change cell %1 in %2', mark, spoken(notebook.name)),
            markdown ? markdownEffect(code) : 'edit',
            trans
          ),
      place: run ? withKernel(place, context) : place,
      ...(description ? { reason: description } : {}),
      body: {
        kind: 'diff',
        mimeType: markdown ? MARKDOWN_MIME_TYPE : notebook.kernel.mimeType,
        before,
        text: code
      },
      ...(run && codeQuestion([code], context)),
      editable: 'code',
      basis: before
    };
  },
  running: ({ cell_id, run }, trans) =>
    run
      ? trans.__('Changing cell %1 and running it', cellMark(cell_id))
      : trans.__('Changing cell %1', cellMark(cell_id)),
  async run(args, context) {
    const { cell_id, run } = args;
    const { notebook, names, trans } = context;
    const changed = changedSource(args, notebook.cell(cell_id)?.source ?? '');
    if ('problem' in changed) {
      return {
        text: changed.problem,
        ok: false,
        summary: trans.__('Could not change cell %1', cellMark(cell_id)),
        cellId: cell_id
      };
    }
    const code = changed.text;
    await notebook.setSource(cell_id, code);
    const seen = { [cell_id]: hashText(code) };
    if (run) {
      return runCell({ id: cell_id, edited: true }, context, { seen });
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

/** The new source, or why there is none. */
function changedSource(
  { code, replace = [] }: Pick<Arguments, 'code' | 'replace'>,
  before: string
): Replacement {
  if (code !== undefined) {
    return { text: code };
  }
  return replace.reduce<Replacement>(
    (result, { old, new: replacement }) =>
      'problem' in result
        ? result
        : replaceOnce(result.text, old, replacement, 'cell'),
    { text: before }
  );
}

function changeObjection(args: Arguments, before: string): string | null {
  if (args.code === undefined && !args.replace?.length) {
    return 'Give the new source in code, or what changes in replace.';
  }
  const changed = changedSource(args, before);
  if ('problem' in changed) {
    return changed.problem;
  }
  return args.code === undefined && changed.text === before
    ? '"old" and "new" are the same text, so nothing would change.'
    : null;
}

/** The new source; the old one if the change is not possible. */
function sourceOf(args: Arguments, { notebook }: IToolContext): string {
  const before = notebook.cell(args.cell_id)?.source ?? '';
  const changed = changedSource(args, before);
  return 'text' in changed ? changed.text : before;
}
