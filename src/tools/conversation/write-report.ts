import { z } from 'zod';

import { type ITool, type IToolContext, ifRefused } from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { readPlace } from '../shared/files/paths';

const schema = z.object({
  prompt: z.string().trim().min(1, 'prompt is empty'),
  audience: z.string().max(400).optional(),
  template: z.string().optional(),
  description: z.string().optional()
});

export const writeReport: ITool<z.infer<typeof schema>> = {
  name: 'write_report',
  alsoCalled:
    'handout paper writeup bericht rapport informe relatório relazione raport verslag отчет отчёт rapor 보고서 报告 報告 レポート',
  description:
    'Write a report or other document on the notebook; the person approves each stage.',
  schema,
  effects: ['write'],
  effect: () => 'write',
  workflow: 'report',
  schemasOnly: true,
  onDemand: true,
  propose(
    { prompt, audience = '', template = '', description },
    { notebook, trans }
  ) {
    return {
      title: trans.__('Write a report'),
      sentence: trans.__(
        'Begin a report on this notebook. You approve its plan, its evidence, its text and its files one by one.'
      ),
      place: trans.__('from %1', spoken(notebook.name)),
      ...(description ? { reason: description } : {}),
      body: {
        kind: 'arguments',
        schema: {
          type: 'object',
          properties: {
            prompt: { type: 'string', title: trans.__('What it should say') },
            audience: { type: 'string', title: trans.__('Who reads it') },
            template: {
              type: 'string',
              title: trans.__('Template'),
              description: trans.__(
                'The name of a template or the path of its file; empty for none.'
              )
            }
          },
          required: ['prompt']
        },
        text: JSON.stringify({ prompt, audience, template }, null, 2)
      },
      editable: '',
      basis: notebook.path
    };
  },
  running: (_args, trans) => trans.__('Writing a report'),
  async run({ prompt, audience = '', template = '' }, context) {
    const { work, trans } = context;
    if (!work) {
      return {
        text: 'No report can be written here.',
        ok: false,
        summary: trans.__('No report can be written here')
      };
    }
    return work({
      text: audience.trim()
        ? `${prompt}\n\nWho reads it: ${audience.trim()}`
        : prompt,
      report: template.trim()
        ? { template: await templatePath(template.trim(), context) }
        : {}
    });
  }
};

/** A template is named by the title of one that is built in, or by a path. */
async function templatePath(
  template: string,
  context: IToolContext
): Promise<string> {
  if (!/\.(md|docx)$/i.test(template)) {
    return template;
  }
  const stat = (path: string) => context.files.stat(path);
  // If it is not there, the report says so.
  const found = await readPlace(template, context, stat).catch(ifRefused(null));
  return found?.path ?? template;
}
