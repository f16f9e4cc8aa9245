import { z } from 'zod';

import type { ITool } from '../../contract';
import { TextVectors } from '../../search';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { TOOLS } from '../../tools';
import { FakeEmbeddings } from '../../testing/search/fake-embeddings';
import { plainTool } from '../stories/plain-tools';
import { ToolIndex } from './tool-index';

interface IServerTool {
  name: string;
  server: string;
  description: string;
  args: Record<string, string>;
}

/** The share of requests whose tool must be among the first five. */
const SHARE = 0.82;

/**
 * The name as an adapter makes it: `GitHub: create_issue` is
 * `github_create_issue`.
 */
const nameOf = (name: string): string =>
  name.toLowerCase().replace(/[^a-z0-9]+/g, '_');

const tools = readCorpus<IServerTool>('server-tools').map(
  ({ name, server, description, args }): ITool => ({
    ...plainTool(nameOf(name), 'network', { server, description }),
    schema: z.object(
      Object.fromEntries(
        Object.entries(args).map(([key, words]) => [
          key,
          z.string().describe(words)
        ])
      )
    )
  })
);

describe('tools of real servers', () => {
  it('are found by what a data scientist says', async () => {
    const queries = readCorpus<{ name: string; right: string[] }>(
      'tool-queries'
    );
    const index = new ToolIndex();
    const missed: string[] = [];
    for (const { name, right } of queries) {
      const hits = await index.search(tools, name, { limit: 5 });
      if (!hits.some(({ id }) => right.map(nameOf).includes(id))) {
        missed.push(name);
      }
    }
    expect(tools.length).toBeGreaterThanOrEqual(200);
    expect(queries.length).toBeGreaterThanOrEqual(60);
    const most = Math.floor((1 - SHARE) * queries.length);
    expect(missed.slice(most)).toEqual([]);
  });

  it('come and go by the difference, and are found by their arguments too', async () => {
    const index = new ToolIndex();
    const weather = plainTool('a', 'read', {
      schema: z.object({
        where: z.object({ city: z.string().describe('a town') })
      })
    });
    const other = plainTool('b', 'read', { description: 'Asks for a town.' });
    const ids = async (now: readonly ITool[]): Promise<string[]> =>
      (await index.search(now, 'town', { limit: 5 })).map(({ id }) => id);
    expect(await ids([weather])).toEqual(['a']);
    expect(await ids([weather, other])).toEqual(['b', 'a']);
    expect(await ids([other])).toEqual(['b']);
    const changed = { ...other, description: 'Asks for a village.' };
    expect(await ids([weather, changed])).toEqual(['a']);
  });

  it('are found by what they mean, of which only what they are called and say is sent', async () => {
    const embeddings = new FakeEmbeddings(['ticket defect', 'plot chart']);
    const index = new ToolIndex(
      new TextVectors({
        source: async () => ({
          id: 'one',
          embed: texts => embeddings.embedDocuments(texts)
        }),
        store: {
          read: async () => [],
          write: async () => undefined,
          keepOnly: async () => undefined
        }
      })
    );
    const tool = plainTool('tracker_create', 'network', {
      title: 'Create',
      server: 'Secret server',
      // The description of a server's tool as a model gets it.
      description: '[Secret server] Opens a ticket.',
      schema: z.object({ inner: z.string().describe('an argument') })
    });
    const other = plainTool('drawer', 'read', { description: 'A chart.' });
    // Nothing about our own tools is sent to anybody.
    const [hit] = await index.search(
      [...TOOLS, tool, other],
      'one more defect',
      { limit: 1, among: id => [tool.name, other.name].includes(id) }
    );
    expect(hit.id).toBe('tracker_create');
    expect([...embeddings.asked].sort()).toEqual([
      'Create\nOpens a ticket.',
      'drawer\nA chart.',
      'one more defect'
    ]);
    embeddings.asked.length = 0;
    const changed = { ...other, description: 'A plot.' };
    await index.search([tool, changed], 'one more defect', { limit: 1 });
    expect(embeddings.asked).toEqual(['drawer\nA plot.']);
  });
});
