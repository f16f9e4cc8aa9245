import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { type IToolDeclaration, IToolRegistry } from 'cellwright';

/**
 * A tool that asks by a form: the run waits, the person fills it in, and what
 * they enter is the tool's result. It is asked for again when the run goes on,
 * so it only puts the question together.
 */
export const askSampling: IToolDeclaration = {
  name: 'ask_sampling',
  description: 'Ask the person how to draw a sample of a large table.',
  parameters: {
    type: 'object',
    properties: {
      table: { type: 'string', description: 'name of the variable' },
      rows: { type: 'integer', description: 'how many rows it has' }
    },
    required: ['table', 'rows']
  },
  effect: 'read',
  running: ({ table }) => `Asking how to sample ${table}`,
  interrupt: ({ table, rows }) => ({
    kind: 'form',
    title: 'How to sample',
    text: `The table ${table} has ${rows} rows.`,
    schema: {
      type: 'object',
      properties: {
        size: {
          type: 'integer',
          title: 'Rows',
          minimum: 1,
          maximum: Number(rows)
        },
        method: { title: 'Method', enum: ['random', 'first rows'] },
        seed: { type: 'integer', title: 'Seed' }
      },
      required: ['size', 'method']
    },
    values: { size: Math.min(1000, Number(rows)), method: 'random' }
  })
};

const plugin: JupyterFrontEndPlugin<void> = {
  id: 'example:ask-sampling',
  description: 'Lets the agent ask how to draw a sample.',
  autoStart: true,
  requires: [IToolRegistry],
  activate: (_app: JupyterFrontEnd, tools: IToolRegistry) => {
    tools.register(askSampling);
  }
};

export default plugin;
