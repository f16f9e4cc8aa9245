import type { ITool } from '../../contract';
import type {
  HybridIndex,
  ISearchDocument,
  ISearchHit,
  ISearchRequest,
  TextVectors
} from '../../search';
import { TOOLS } from '../../tools';
import { parametersOf } from './parse-arguments';

/**
 * How much a match in each field counts; tuned on the corpus `tool-queries`.
 */
const WEIGHTS = {
  name: 2,
  title: 2,
  server: 3,
  description: 1.5,
  arguments: 0.5
};

/**
 * The most characters of a description, and of all arguments, that are
 * searched.
 */
const MAX_CHARACTERS = 2000;

/** How many levels of nested arguments are searched. */
const MAX_DEPTH = 4;

/**
 * Finds tools by their names and descriptions. The search code is loaded with
 * the first search, which only happens when there are many tools.
 */
export class ToolIndex {
  private _index: Promise<HybridIndex> | null = null;
  private readonly _known = new Map<string, ITool>();

  /** @param _vectors also compares descriptions of tools by meaning. */
  constructor(private readonly _vectors?: TextVectors) {}

  /** The error of comparing by meaning, returned once; null for none. */
  takeTrouble(): unknown {
    return this._vectors?.takeTrouble() ?? null;
  }

  /**
   * @param tools every tool there is now; the index is updated with the
   * difference.
   */
  async search(
    tools: readonly ITool[],
    query: string,
    request: ISearchRequest
  ): Promise<ISearchHit[]> {
    this._index ??= this._make();
    let index: HybridIndex;
    try {
      index = await this._index;
    } catch (error) {
      // The next search loads it again.
      this._index = null;
      throw error;
    }
    this._follow(index, tools);
    return index.search(query, request);
  }

  private async _make(): Promise<HybridIndex> {
    const search = await import('../../search');
    const vectors = this._vectors;
    return new search.HybridIndex(
      new search.SearchIndex({ weights: WEIGHTS }),
      vectors && {
        vectors,
        kind: 'tool',
        // Ours are found by their words only, so nothing about them is sent.
        textOf: document =>
          this._isOurs(document.id) ? '' : meaningOf(document)
      }
    );
  }

  private _isOurs(name: string): boolean {
    const tool = this._known.get(name);
    return tool !== undefined && TOOLS.includes(tool);
  }

  private _follow(index: HybridIndex, tools: readonly ITool[]): void {
    const gone = new Set(this._known.keys());
    for (const tool of tools) {
      gone.delete(tool.name);
      if (this._known.get(tool.name) !== tool) {
        this._known.set(tool.name, tool);
        index.put(documentOf(tool));
      }
    }
    for (const name of gone) {
      this._known.delete(name);
      index.remove(name);
    }
  }
}

/**
 * The text about a tool that is sent to be compared: its names and description,
 * without the server's name at the beginning of the description.
 */
function meaningOf({ fields }: ISearchDocument): string {
  const { title, name, server, description } = fields;
  const whose = `[${server}] `;
  const text = description.startsWith(whose)
    ? description.slice(whose.length)
    : description;
  return `${title || name}\n${text}`;
}

/** The searchable text of a tool. */
function documentOf(tool: ITool): ISearchDocument {
  const { name, title = '', alsoCalled = '', server = '', description } = tool;
  return {
    id: name,
    fields: {
      name,
      title: [title, alsoCalled].filter(Boolean).join(' '),
      server,
      description: description.slice(0, MAX_CHARACTERS),
      arguments: argumentsText(parametersOf(tool), MAX_DEPTH)
        .join(' ')
        .slice(0, MAX_CHARACTERS)
    }
  };
}

/** Names and descriptions of arguments, including nested ones. */
function argumentsText(schema: unknown, depth: number): string[] {
  if (depth === 0 || typeof schema !== 'object' || schema === null) {
    return [];
  }
  const { properties, items } = schema as Record<string, unknown>;
  return [
    ...Object.entries(properties ?? {}).flatMap(([name, value]) => {
      const { description } = (value ?? {}) as { description?: unknown };
      return [
        name,
        ...(typeof description === 'string' ? [description] : []),
        ...argumentsText(value, depth - 1)
      ];
    }),
    ...argumentsText(items, depth - 1)
  ];
}
