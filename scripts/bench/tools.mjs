/** The cost of finding tools among many, and of being offered them. */
import * as fs from 'node:fs';
import * as path from 'node:path';

import { figure, median, round } from './figures.mjs';
import { requireTypescript } from './require-typescript.mjs';

const MANY = 5000;
const ROUNDS = 5;

/** Limit, as a multiple of reading all texts once for each word. */
const MOST = 3;

/** The slowest cases: words that occur nowhere, and a message of many words. */
const HARD = [
  'kubernets prometeus snowflak spredsheet',
  'The table of orders has a column that nobody can explain. '.repeat(40)
];

/** Lines of one of the tests' data files. */
function corpus(root, name) {
  return fs
    .readFileSync(path.join(root, `src/testing/corpus/${name}.jsonl`), 'utf8')
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line));
}

/**
 * This many tools of real servers; after the first round, under names of other
 * servers.
 */
function documents(root, many) {
  const tools = corpus(root, 'server-tools');
  return Array.from({ length: many }, (_, at) => {
    const { server, tool, description, args } = tools[at % tools.length];
    const copy = Math.floor(at / tools.length);
    return {
      id: `tool-${at}`,
      fields: {
        name: `${server}_${tool}_${copy}`,
        title: '',
        server: `${server} ${copy}`,
        description: `${description} (${copy})`,
        arguments: Object.entries(args).flat().join(' ')
      }
    };
  });
}

/**
 * A search over 5,000 tools and an update of one, compared with a plain walk
 * over their texts.
 */
export async function searching(root, idle) {
  const require = requireTypescript(root);
  const { SearchIndex } = require('./src/search/search-index.ts');
  const { TOOL_WORDS } = require('./src/engine/tool-set/tool-words.ts');
  const all = documents(root, MANY);
  const texts = all.map(({ fields }) =>
    Object.values(fields).join(' ').toLowerCase()
  );
  const index = new SearchIndex({
    weights: {
      name: 2,
      title: 2,
      server: 3,
      description: 1.5,
      arguments: 0.5
    },
    alike: TOOL_WORDS
  });
  all.forEach(document => index.put(document));
  const queries = [
    ...corpus(root, 'tool-queries').map(({ name }) => name),
    ...HARD
  ];
  const built = await timed(() => index.search('first', { limit: 5 }));
  const searches = [];
  const walks = [];
  const updates = [];
  for (let at = 0; at < ROUNDS * queries.length; at++) {
    const query = queries[at % queries.length];
    searches.push(await timed(() => index.search(query, { limit: 5 })));
    walks.push(await timed(() => walk(texts, query)));
    const { id, fields } = all[at % all.length];
    // The next search applies it, so search for nothing else.
    index.put({ id, fields: { ...fields, description: `Round ${at}.` } });
    updates.push(await timed(() => index.search('', { limit: 1 })));
  }
  const search = median(searches);
  const slowest = HARD.map((_, at) =>
    median(
      searches.filter(
        (_time, place) =>
          place % queries.length === queries.length - HARD.length + at
      )
    )
  );
  return [
    figure('index of 5,000 tools, made in slices', round(built), 'ms'),
    figure('a search among them, median', round(search, 2), 'ms', idle(30)),
    figure(
      'the hardest of them, median',
      round(Math.max(...slowest), 2),
      'ms',
      {
        ...idle(30)
      }
    ),
    figure('a walk over their texts, median', round(median(walks), 2), 'ms'),
    figure('searching over walking', round(search / median(walks), 2), '', {
      most: MOST
    }),
    figure(
      'an update of one of them, median',
      round(median(updates), 2),
      'ms',
      {
        ...idle(2)
      }
    )
  ];
}

/** Numbers in a vector, as for most models. */
const NUMBERS = 1536;

/** Limit, as a multiple of the dot products alone. */
const MOST_BY_MEANING = 4;

/** The same with search by meaning, compared with the dot products alone. */
export async function comparing(root, idle) {
  const require = requireTypescript(root);
  const search = require('./src/search/index.ts');
  const made = new Map();
  const vectors = new search.TextVectors({
    source: async () => ({
      id: 'bench',
      embed: async texts => texts.map(text => vectorOf(text, made))
    }),
    store: {
      read: async () => [],
      write: async () => undefined,
      keepOnly: async () => undefined
    }
  });
  const index = new search.HybridIndex(
    new search.SearchIndex({ weights: { name: 2, description: 1.5 } }),
    new search.VectorIndex({
      vectors,
      kind: 'tool',
      textOf: ({ fields }) => `${fields.name}\n${fields.description}`,
      patience: 600_000
    })
  );
  const all = documents(root, MANY);
  all.forEach(document => index.put(document));
  const queries = corpus(root, 'tool-queries').map(({ name }) => name);
  await index.search(queries[0], { limit: 5 });
  const one = made.values().next().value;
  const others = [...made.values()].slice(0, MANY);
  const searches = [];
  const products = [];
  for (const query of queries) {
    // Requested once before, so that making the vector is not measured.
    await vectors.query({ id: 'bench', embed: async () => [one] }, query);
    searches.push(await timed(() => index.search(query, { limit: 5 })));
    products.push(await timed(() => others.map(other => product(one, other))));
  }
  const found = median(searches);
  return [
    figure(
      'a search among 5,000 by meaning too, median',
      round(found, 1),
      'ms',
      idle(60)
    ),
    figure(
      'searching by meaning over the products alone',
      round(found / median(products), 1),
      '',
      { most: MOST_BY_MEANING }
    )
  ];
}

/** Numbers derived from a text and different from any other's. */
function vectorOf(text, made) {
  let seed = 7;
  for (let at = 0; at < text.length; at++) {
    seed = Math.imul(seed ^ text.charCodeAt(at), 0x01000193);
  }
  const vector = Array.from({ length: NUMBERS }, () => {
    seed = Math.imul(seed, 1664525) + 1013904223;
    return (seed >>> 8) / 0xffffff - 0.5;
  });
  made.set(text, Float32Array.from(vector));
  return vector;
}

function product(one, other) {
  let sum = 0;
  for (let at = 0; at < one.length; at++) {
    sum += one[at] * other[at];
  }
  return sum;
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function walk(texts, query) {
  const words = query.toLowerCase().split(/\W+/);
  return texts
    .map(text => words.filter(word => text.includes(word)).length)
    .reduce((most, count) => Math.max(most, count), 0);
}

/** This many tools of real servers, as an extension would register them. */
export function declarations(root, many) {
  return corpus(root, 'server-tools')
    .slice(0, many)
    .map(({ name, server, description, args }) => ({
      name: name.toLowerCase().replace(/[^a-z0-9]+/g, '_'),
      server,
      description,
      parameters: {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(args).map(([key, words]) => [
            key,
            { type: 'string', ...(words && { description: words }) }
          ])
        )
      }
    }));
}

/** Runs before the page loads: makes what extensions share available later. */
export function keepShared() {
  window._JUPYTERLAB = new Proxy(
    {},
    {
      set(containers, name, container) {
        containers[name] = {
          get: module => container.get(module),
          init: scope => {
            window.benchShared = scope;
            return container.init(scope);
          }
        };
        return true;
      }
    }
  );
}

/** Registers tools in a page, as an extension does. */
export function addTools(page, tools) {
  return page.evaluate(async added => {
    const [version] = Object.values(window.benchShared.cellwright);
    const { IToolRegistry } = (await version.get())();
    const id = 'bench:tools';
    window.jupyterapp.registerPlugin({
      id,
      requires: [IToolRegistry],
      activate: (_, registry) =>
        added.forEach(tool =>
          registry.register({
            ...tool,
            effect: 'read',
            run: async () => 'Nothing.'
          })
        )
    });
    await window.jupyterapp.activatePlugin(id);
  }, tools);
}
