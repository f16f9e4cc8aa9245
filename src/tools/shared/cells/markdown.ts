import { z } from 'zod';

import { cellMark, hashText, type ITool } from '../../../contract';
import { stripMarkdownFence } from '../text/strip-fence';
import { anchor, insertPlace, placeObjection, position } from './insert-place';
import { markdownEffect, withDrawnNote } from '../text/plain-markdown';

/** The MIME type for Markdown cells in JupyterLab's editors. */
export const MARKDOWN_MIME_TYPE = 'text/x-ipythongfm';

const schema = z.object({
  content: z.string().overwrite(stripMarkdownFence).min(1, 'content is empty'),
  after: z.string().optional().describe('as for jupyter_cell'),
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
  check: ({ after }, context) => placeObjection(after, context),
  propose({ content, after, description }, context) {
    const { trans } = context;
    const place = insertPlace(anchor(after, context), context);
    return {
      title: trans.__('Add a Markdown cell'),
      sentence: withDrawnNote(
        trans.__('Insert a Markdown cell %1', place),
        markdownEffect(content),
        trans
      ),
      place,
      ...(description ? { reason: description } : {}),
      body: { kind: 'code', mimeType: MARKDOWN_MIME_TYPE, text: content },
      editable: 'content'
    };
  },
  running: (_args, trans) => trans.__('Adding a Markdown cell'),
  async run({ content, after }, context) {
    const { notebook, names, trans } = context;
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
      created: [id],
      seen: { [id]: hashText(content) }
    };
  }
};
