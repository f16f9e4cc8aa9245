import { z } from 'zod';

import {
  isWorkspaceError,
  type IDocumentContent,
  type ITool,
  type IToolContext,
  type IToolResult
} from '../../contract';
import { spoken } from '../../contract/text/spoken';

/** Maximum number of characters of a document that are read at once. */
const BUDGET = 20_000;

const schema = z.object({
  name: z.string(),
  page: z.number().optional(),
  picture: z.boolean().optional()
});

type Arguments = z.infer<typeof schema>;

export const readDocument: ITool<Arguments> = {
  name: 'read_document',
  description: 'Read an attached document from a page on, or see a PDF page.',
  schema,
  effects: ['read'],
  effect: () => 'read',
  // Withholds all of it in that mode.
  schemasOnly: true,
  offered: ({ documents = 0 }) => documents > 0,
  running: ({ name }, trans) =>
    trans.__('Reading the document %1', spoken(name)),
  async run(args, context) {
    const { documents, trans, values } = context;
    const { name } = args;
    if (!values) {
      return {
        text: 'Withheld: the person has restricted you to schemas. Go on without the document.',
        ok: false,
        summary: trans.__('%1 was not read: “Schemas only” is on', spoken(name))
      };
    }
    const content = (await documents?.read(name)) ?? null;
    if (content === null) {
      const names = documents?.names() ?? [];
      return {
        text: `No document ${JSON.stringify(name)} is attached${names.length > 0 ? `: there are ${names.map(each => JSON.stringify(each)).join(', ')}` : ''}.`,
        ok: false,
        summary: trans.__('There is no document %1 to read', spoken(name))
      };
    }
    const page = Math.max(1, Math.floor(args.page ?? 1));
    if (page > content.pages.length) {
      return {
        text: `${JSON.stringify(name)} has ${content.pages.length} pages here${content.cut ? '; what follows was too much to attach' : ''}.`,
        ok: false,
        summary: trans.__('There is no page %1 in %2', page, spoken(name))
      };
    }
    return args.picture
      ? drawn(args, { content, page }, context)
      : written(args, { content, page }, context);
  }
};

interface IPlace {
  content: IDocumentContent;
  page: number;
}

/** As many complete pages as fit. */
function written(
  { name }: Arguments,
  { content: { pages, cut }, page }: IPlace,
  { trans }: IToolContext
): IToolResult {
  const parts: string[] = [];
  let left = BUDGET;
  let next = page;
  while (
    next <= pages.length &&
    (next === page || pages[next - 1].length <= left)
  ) {
    const text = pages[next - 1].slice(0, left);
    parts.push(`--- page ${next} of ${pages.length}`, text);
    left -= text.length;
    next++;
  }
  const last = next - 1;
  return {
    text: [
      ...parts,
      ...(next <= pages.length
        ? [`… more from page ${next}: read_document with page=${next} …`]
        : cut
          ? ['… what follows was too much to attach …']
          : [])
    ].join('\n'),
    ok: true,
    summary:
      last > page
        ? trans.__('Read pages %1 to %2 of %3', page, last, spoken(name))
        : trans.__('Read page %1 of %2', page, spoken(name))
  };
}

async function drawn(
  { name }: Arguments,
  { content: { pdf }, page }: IPlace,
  { documents, trans }: IToolContext
): Promise<IToolResult> {
  if (pdf === undefined || !documents) {
    return {
      text: `${JSON.stringify(name)} is text: it has no pages that can be shown. Read it without picture.`,
      ok: false,
      summary: trans.__('%1 has no pages that can be shown', spoken(name))
    };
  }
  try {
    return {
      text: `[image 1: page ${page} of ${JSON.stringify(name)}]`,
      images: [await documents.draw(pdf, page)],
      ok: true,
      summary: trans.__('Looked at page %1 of %2', page, spoken(name))
    };
  } catch (error) {
    if (!isWorkspaceError(error)) {
      throw error;
    }
    return {
      text: error.message,
      ok: false,
      summary: trans.__('Page %1 of %2 could not be drawn', page, spoken(name))
    };
  }
}
