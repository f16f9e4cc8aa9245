import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { type IToolDeclaration, IToolRegistry } from 'cellwright';

/** A tool: JSON Schema and a function. Its effect decides whether it asks. */
export const exchangeRate: IToolDeclaration = {
  name: 'exchange_rate',
  description: 'Exchange rate of a day between two currencies.',
  parameters: {
    type: 'object',
    properties: {
      from: { type: 'string', description: 'ISO code, e.g. EUR' },
      to: { type: 'string' },
      date: { type: 'string', description: 'YYYY-MM-DD' }
    },
    required: ['from', 'to', 'date']
  },
  effect: 'network',
  card: ({ from, to, date }) => ({
    title: 'Look up a rate',
    sentence: `Ask rates.example.org for ${from}/${to} on ${date}.`
  }),
  running: ({ from, to }) => `Looking up ${from}/${to}`,
  run: async ({ from, to, date }, { signal }) => {
    const query = new URLSearchParams({ base: `${from}`, quote: `${to}` });
    const url = `https://rates.example.org/${date}?${query.toString()}`;
    const response = await fetch(url, { signal });
    return response.ok
      ? { text: await response.text(), summary: `Looked up ${from}/${to}` }
      : {
          text: `No rate: HTTP ${response.status}. Try a day before.`,
          ok: false
        };
  }
};

const plugin: JupyterFrontEndPlugin<void> = {
  id: 'example:exchange-rate',
  description: 'Gives the agent exchange rates.',
  autoStart: true,
  requires: [IToolRegistry],
  activate: (_app: JupyterFrontEnd, tools: IToolRegistry) => {
    tools.register(exchangeRate);
  }
};

export default plugin;
