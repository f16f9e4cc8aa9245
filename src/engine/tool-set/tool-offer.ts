import type {
  AgentMode,
  IOfferFacts,
  ITool,
  IToolResult,
  ITranslator
} from '../../contract';
import type { ISearchHit } from '../../search';
import { TOOLS } from '../../tools';
import { explainRunError } from '../errors';
import type { IOfferMemory, OfferReason } from '../run/agent-memory';
import { parametersOf } from './parse-arguments';
import type { ToolIndex } from './tool-index';
import { FIND_TOOLS } from './tool-set';
import { z } from 'zod';
import { spoken } from '../../contract/text/spoken';

/**
 * ms that a message waits for sources of tools; what arrives later is offered
 * then.
 */
const PATIENCE = 3_000;

/** The same for a call of an earlier page: as long as a server may take to connect. */
const MAX_PATIENCE = 20_000;

/** If servers and extensions have no more than this, all are offered. */
export const MAX_OFFERED = 25;

/** The most tools that the current todo or a search adds. */
const BEST = 5;

/**
 * Characters of the names, descriptions and schemas of the tools that a message
 * adds, the most relevant first; one is always added.
 */
const BUDGET = 12_000;

/** The most tools that todos add in one run. */
const MAX_BY_PLAN = 10;

/** As a share of the best hit's score; anything lower does not fit. */
const LEAST = 0.3;

interface IToolOfferOptions {
  /** The tools that are offered, by name; a run only adds to them. */
  offered: Map<string, ITool>;
  memory: IOfferMemory;
  index: ToolIndex;
  mode: AgentMode;
  /**
   * Every tool there is now.
   *
   * @param patience how long to wait for sources that are asked again, in ms;
   * 0: they are not asked.
   * @throws SetupError
   */
  load(patience?: number): Promise<readonly ITool[]>;
}

/**
 * Whether a mode has this tool. Ask mode only has tools that read: other tools
 * do not exist for the run at all.
 */
export function isInMode(tool: ITool, mode: AgentMode): boolean {
  return mode !== 'ask' || tool.effects.every(effect => effect === 'read');
}

/** Whether a tool comes with Cellwright and is always offered when useful. */
export function isOurs(tool: ITool): boolean {
  return TOOLS.includes(tool) && !tool.onDemand;
}

/**
 * Decides which tools a run is offered. If there are few, all are. If there are
 * many, ours are offered, those that were used, those that fit the message, and
 * those that `find_tools` finds. A tool stays offered to the end of its run, so
 * that requests begin the same way; if it has changed or gone, the model is
 * told when it calls it.
 */
export class ToolOffer {
  private readonly _findTools = findToolsTool((query, trans) =>
    this._find(query, trans)
  );

  /** Whether a tool is useful, determined once: a run keeps its tools. */
  private readonly _useful = new Map<ITool, boolean>();
  /** Tools that an earlier page offered and that no longer exist. */
  private readonly _missing = new Set<string>();
  private _facts: IOfferFacts | null = null;
  private _all: readonly ITool[] = [];
  /** All tools that a run in this mode may have. */
  private _there: ReadonlyMap<string, ITool> = new Map();
  /** Names of the tools that existed at the last request. */
  private _known: ReadonlySet<string> = new Set();
  private _message = '';
  /** Whether the message was already used to search for tools. */
  private _heard = true;
  private _plan = '';

  constructor(private readonly _options: IToolOfferOptions) {}

  /** Whether there are more tools than are offered. */
  get isLimited(): boolean {
    return this._options.offered.has(FIND_TOOLS);
  }

  /**
   * Sets the first tools of a run.
   *
   * @param message what the person said; null if they said nothing new, so that
   * the tools offered for the last message stay.
   * @throws SetupError
   */
  async begin(facts: IOfferFacts, message: string | null): Promise<void> {
    const { memory, offered } = this._options;
    this._facts = facts;
    await this._look(message !== null ? PATIENCE : 0);
    this._known = new Set(this._there.keys());
    if (message !== null) {
      memory.offered.clear();
      this.hear(message);
    }
    const always = [...this._there.values()].filter(each => !each.onDemand);
    const areFew = this._others(always) <= MAX_OFFERED;
    always
      .filter(tool => areFew || isOurs(tool))
      .forEach(tool => offered.set(tool.name, tool));
    if (!areFew) {
      this._limit();
    }
    return this._demand();
  }

  /**
   * Restores the tools of an earlier page's run.
   *
   * @param names of the tools it began with.
   * @throws SetupError
   */
  async resume(names: readonly string[]): Promise<void> {
    // The sources of tools may not have been asked in this page yet.
    await this._look(PATIENCE);
    this._known = new Set(this._there.keys());
    for (const name of [...names, ...this._options.memory.offered.keys()]) {
      this._restore(name);
    }
  }

  /** Takes a message; tools that fit it are offered at the next request. */
  hear(message: string): void {
    this._message = message;
    this._heard = message.trim() === '';
  }

  /**
   * Updates the offer before each request: tools that were added or found since
   * the last one are added, and those that have changed are offered in their
   * new form.
   *
   * @param plan content of the todo that is in progress.
   * @returns the tools that were added, and why.
   */
  async next(plan = ''): Promise<Record<string, OfferReason>> {
    const { memory, offered } = this._options;
    const before = new Set(offered.keys());
    await this._lookAgain();
    for (const [name, tool] of this._there) {
      if (offered.has(name)) {
        offered.set(name, tool);
      }
    }
    for (const name of [...this._missing, ...memory.offered.keys()]) {
      this._restore(name);
    }
    const added = [...this._there.values()].flatMap(({ name, onDemand }) =>
      this._known.has(name) || offered.has(name) || onDemand ? [] : [name]
    );
    this._known = new Set(this._there.keys());
    if (
      !this.isLimited &&
      this._others(offered.values()) + added.length <= MAX_OFFERED
    ) {
      added.forEach(name => this._add(name, 'new'));
    } else if (added.length > 0) {
      this._limit();
      this.hear(this._message);
    }
    if (this.isLimited || this._isDemanded) {
      await this._suggest(plan);
    }
    return Object.fromEntries(
      [...offered.keys()]
        .filter(name => !before.has(name))
        .map(name => [name, memory.offered.get(name) ?? 'new'])
    );
  }

  /** What failed when comparing by meaning, reported once; else null. */
  takeTrouble(trans: ITranslator): string | null {
    const trouble = this._options.index.takeTrouble();
    if (trouble === null) {
      return null;
    }
    const { title, text } = explainRunError(trouble, trans);
    return trans.__(
      'For now, tools and memories are found by their words only. %1 %2',
      title,
      text
    );
  }

  /** Why this call cannot be made now, for the model; null if it can or is unknown. */
  async problem(name: string): Promise<string | null> {
    const { offered, memory } = this._options;
    if (this._isAlways(offered.get(name))) {
      return null;
    }
    // What an earlier page had may only be slow to come back.
    await this._lookAgain(this._missing.has(name) ? MAX_PATIENCE : 0);
    if (this._missing.has(name)) {
      this._restore(name);
    }
    const { isLimited } = this;
    const tool = offered.get(name);
    const there = this._there.get(name);
    if (there) {
      // A tool that is offered on demand can be called by its name alone.
      if (tool || there.onDemand) {
        offered.set(name, there);
        return null;
      }
      return isLimited
        ? `The tool "${name}" was not offered to you. Call ${FIND_TOOLS} with what is to be done; what it finds can be called from the next step on.`
        : `The tool "${name}" was added while you were writing. Call it again now.`;
    }
    return tool || this._missing.has(name) || memory.offered.has(name)
      ? `The tool "${name}" is no longer there: what it came from was disconnected, or removed it. Nothing was done. Go on without it${isLimited ? `, or look for another with ${FIND_TOOLS}` : ''}, and say so.`
      : null;
  }

  /** Whether tools are only offered if they fit. */
  private get _isDemanded(): boolean {
    return [...this._there.values()].some(({ onDemand }) => onDemand);
  }

  private get _byPlan(): number {
    return [...this._options.memory.offered.values()].filter(
      why => why === 'plan'
    ).length;
  }

  private async _look(patience = 0): Promise<void> {
    const { load, mode } = this._options;
    this._all = await load(patience);
    this._there = new Map(
      this._all
        .filter(tool => isInMode(tool, mode) && this._isUseful(tool))
        .map(tool => [tool.name, tool])
    );
  }

  /** Looks for tools again; an invalid tool does not stop a run. */
  private async _lookAgain(patience = 0): Promise<void> {
    try {
      await this._look(patience);
    } catch (error) {
      // The known tools stay; the next run reports what is wrong.
      console.warn('Cellwright: the tools could not be listed again', error);
    }
  }

  /** For a run that came back this is not known; it keeps the tools it had. */
  private _isUseful(tool: ITool): boolean {
    if (!this._facts || !tool.offered) {
      return true;
    }
    const known = this._useful.get(tool) ?? tool.offered(this._facts);
    this._useful.set(tool, known);
    return known;
  }

  /** Adds tools that were offered before, that were used, and that fit. */
  private async _demand(): Promise<void> {
    const { memory } = this._options;
    memory.offered.forEach((why, name) => this._add(name, why));
    memory.used.forEach(name => this._add(name, 'used'));
    if (this.isLimited || this._isDemanded) {
      await this._suggest();
    }
  }

  /** How many of these do not come with Cellwright. */
  private _others(tools: Iterable<ITool>): number {
    return [...tools].filter(tool => !this._isAlways(tool)).length;
  }

  private _limit(): void {
    const { memory, offered } = this._options;
    offered.set(FIND_TOOLS, this._findTools);
    memory.offered.set(FIND_TOOLS, memory.offered.get(FIND_TOOLS) ?? 'new');
  }

  private _add(name: string, why: OfferReason): void {
    const { memory, offered } = this._options;
    const tool = this._there.get(name);
    if (tool && !offered.has(name)) {
      offered.set(name, tool);
      memory.offered.set(name, memory.offered.get(name) ?? why);
    }
  }

  private _restore(name: string): void {
    const { offered } = this._options;
    const tool = name === FIND_TOOLS ? this._findTools : this._there.get(name);
    if (!tool) {
      this._missing.add(name);
      return;
    }
    this._missing.delete(name);
    if (!offered.has(name)) {
      offered.set(name, tool);
    }
  }

  /** A failed search for more tools does not end the run. */
  private async _suggest(plan?: string): Promise<void> {
    try {
      await this._addFitting(plan);
    } catch (error) {
      if (this.isLimited) {
        throw error;
      }
      console.warn('Cellwright: the search for tools failed', error);
    }
  }

  /** Adds tools that match the message by word or meaning, or fit the step. */
  private async _addFitting(plan = this._plan): Promise<void> {
    const message = this._heard ? '' : this._message;
    const step = plan === this._plan ? '' : plan;
    this._heard = true;
    this._plan = plan;
    let left = BUDGET;
    for (const hit of await this._search(message, MAX_OFFERED)) {
      if (hit.words > 0 || hit.near) {
        const isFirst = left === BUDGET;
        left -= toolWeight(this._there.get(hit.id));
        if (left < 0 && !isFirst) {
          break;
        }
        this._add(hit.id, 'message');
      }
    }
    for (const hit of await this._search(step)) {
      if (isClearHit(hit) && this._byPlan < MAX_BY_PLAN) {
        this._add(hit.id, 'plan');
      }
    }
  }

  private async _search(query: string, limit = BEST): Promise<ISearchHit[]> {
    if (query.trim() === '') {
      return [];
    }
    const { index } = this._options;
    return index.search(this._all, query, {
      limit,
      least: LEAST,
      among: name => this._isOther(name)
    });
  }

  private _isAlways(tool: ITool | undefined): boolean {
    return (tool !== undefined && isOurs(tool)) || tool === this._findTools;
  }

  private _isOther(name: string): boolean {
    const tool = this._there.get(name);
    return tool !== undefined && !isOurs(tool);
  }

  private async _find(query: string, trans: ITranslator): Promise<IToolResult> {
    await this._lookAgain();
    const found = (await this._search(query)).map(({ id }) => id);
    const tools = found.map(name => this._there.get(name) as ITool);
    return tools.length === 0
      ? {
          text: `No tool fits this. ${toolsOverview(
            [...this._there.values()].filter(
              tool => !isOurs(tool) && !tool.onDemand
            )
          )}`,
          ok: true,
          summary: trans.__('Found no tool for “%1”', query)
        }
      : {
          text: `These can be called from your next step on:\n${tools.map(toolLine).join('\n')}`,
          ok: true,
          found,
          summary: trans.__('Found tools for “%1”: %2', query, found.join(', '))
        };
  }
}

/**
 * Whether a search hit is good enough for the current todo. There are many
 * steps and each has few words, so the hit must match the name of its server,
 * two of the words, or a word in its name that few other tools have.
 */
function isClearHit({ words, fields, rare }: ISearchHit): boolean {
  const isNamed = fields.includes('name') || fields.includes('title');
  return fields.includes('server') || words > 1 || (rare && isNamed);
}

/** The most characters of a description in a list of tools that were found. */
const DESCRIPTION = 200;

/** A tool as one line of a list for a model. */
function toolLine({ name, server, description }: ITool): string {
  const words = description.replace(/\s+/g, ' ').trim();
  const short =
    words.length > DESCRIPTION ? `${words.slice(0, DESCRIPTION)}…` : words;
  return `- ${name}${server ? ` (${server})` : ''}: ${short}`;
}

/** How many tools there are from each source, for a model. */
function toolsOverview(tools: Iterable<ITool>): string {
  const counts = new Map<string, number>();
  for (const { server = 'other' } of tools) {
    counts.set(server, (counts.get(server) ?? 0) + 1);
  }
  const list = Array.from(counts, ([server, n]) => `${server} (${n})`);
  return list.length === 0
    ? 'Nothing is connected now.'
    : `There are tools of: ${list.slice(0, 30).join(', ')}.`;
}

/**
 * The tool with which a model gets tools that it was not offered. Its
 * description names no server and no number, so that it stays the same while
 * servers come and go.
 */
function findToolsTool(
  find: (query: string, trans: ITranslator) => Promise<IToolResult>
): ITool<{ query: string }> {
  return {
    name: FIND_TOOLS,
    description:
      'Finds tools of connected servers that are not listed here, and adds those that fit from your next step on. Call it before you say that something cannot be done.',
    schema: z.object({
      query: z
        .string()
        .describe('what is to be done, to what, and the service if known')
    }),
    effects: ['read'],
    effect: () => 'read',
    schemasOnly: true,
    running: ({ query }, trans) =>
      trans.__('Looking for a tool: %1', spoken(query)),
    run: ({ query }, { trans }) => find(query, trans)
  };
}

/** Characters of a tool in a request. */
function toolWeight(tool?: ITool): number {
  return tool
    ? tool.name.length +
        tool.description.length +
        JSON.stringify(parametersOf(tool)).length
    : 0;
}
