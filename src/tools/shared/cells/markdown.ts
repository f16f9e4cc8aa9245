import { z } from 'zod';

import { type ITool, cellMark, hashText } from '../../../contract';
import { spoken } from '../../../contract/text/spoken';
import { stripMarkdownFence } from '../text/strip-fence';
import {
  anchor,
  insertPlace,
  placeObjection,
  position,
  takesSpot
} from './insert-place';
import { markdownEffect, withDrawnNote } from '../text/drawn-markdown';
import { objection, workspaceFailure } from '../files/workspace-failure';

/** The MIME type for Markdown cells in JupyterLab's editors. */
export const MARKDOWN_MIME_TYPE = 'text/x-ipythongfm';

const schema = z.object({
  content: z.string().overwrite(stripMarkdownFence).min(1, 'content is empty'),
  after: z.string().optional(),
  description: z.string().optional()
});

export const markdown: ITool<z.infer<typeof schema>> = {
  name: 'markdown',
  description: 'Insert a Markdown cell.',
  schema,
  cellArguments: ['after'],
  effects: ['edit', 'network'],
  effect: ({ content }) => markdownEffect(content),
  schemasOnly: true,
  policy: () => ({ markdown: true, ownCell: true }),
  check: ({ after }, context) =>
    objection(() => placeObjection(after, context)),
  propose({ content, after, description }, context) {
    const { notebook, trans } = context;
    const place = anchor(after, context);
    let sentence: string;
    if (takesSpot(place, context)) {
      sentence = trans.__(
        'Put a Markdown cell in place of empty cell %1 in %2',
        cellMark(place),
        spoken(notebook.name)
      );
    } else if (typeof place === 'string') {
      sentence = trans.__(
        'Insert a Markdown cell after cell %1 in %2',
        cellMark(place),
        spoken(notebook.name)
      );
    } else if (place === undefined && context.followsNewCell) {
      sentence = trans.__(
        'Insert a Markdown cell after the new one in %1',
        spoken(notebook.name)
      );
    } else if (place === undefined && notebook.cells().length > 0) {
      sentence = trans.__(
        'Insert a Markdown cell at the end of %1',
        spoken(notebook.name)
      );
    } else {
      sentence = trans.__(
        'Insert a Markdown cell at the top of %1',
        spoken(notebook.name)
      );
    }
    return {
      title: trans.__('Add a Markdown cell'),
      sentence: withDrawnNote(sentence, markdownEffect(content), trans),
      place: insertPlace(place, context),
      ...(description ? { reason: description } : {}),
      body: { kind: 'code', mimeType: MARKDOWN_MIME_TYPE, text: content },
      editable: 'content'
    };
  },
  running: (_args, trans) => trans.__('Adding a Markdown cell'),
  async run({ content, after }, context) {
    const { notebook, names, trans } = context;
    try {
      const place = anchor(after, context);
      const id = await notebook.insertCell({
        type: 'markdown',
        source: content,
        after: place
      });
      return {
        text: `Inserted Markdown cell ${names.of(id)} as ${position(id, context)}.`,
        ok: true,
        summary: trans.__('Wrote cell %1', cellMark(id)),
        cellId: id,
        made: [id],
        seen: { [id]: hashText(content) }
      };
    } catch (error) {
      return workspaceFailure(error, context);
    }
  }
};
