import {
  hashText,
  type ITool,
  type Effect,
  type IMemoryObservation,
  type IPlanStep
} from '../../contract';
import type { IWorkflowHost } from '../../engine/run-context/workflow';
import { parametersOf } from '../../engine/tool-set/parameters';
import type { IMemoryHit } from '../../memory';
import type { IPlanTool, IPlanTools, IPlanPorts } from './plan-ports';

/** How long a list of tools is considered current, in ms. */
const CHECK_EVERY = 300_000;

/**
 * The tools that fit a step: first those that its plan names, then those found
 * in the index. The limit is only for the latter: a named tool that was left out
 * would not be looked at before the step goes ahead without its card.
 */
export function hostTools(
  host: Pick<IWorkflowHost, 'checkTools' | 'findTools' | 'tool'>,
  now: () => number
): IPlanTools {
  let checked = -Infinity;
  return {
    check: async () => {
      if (now() - checked >= CHECK_EVERY) {
        checked = now();
        try {
          await host.checkTools();
        } catch (error) {
          // The step continues with the known tools; a call of a missing one is
          // answered with an error.
          console.warn('Cellwright: the tools could not be looked up', error);
        }
      }
    },
    recommend: async (step, limit) => {
      const found = await host.findTools(
        [step.title, step.does, ...step.tools].join('\n'),
        limit
      );
      const named = [
        ...new Set(step.tools.flatMap(name => host.tool(name) ?? []))
      ];
      return [
        ...named.map(tool => ({ tool, score: 1 })),
        ...found
          .filter(({ tool }) => !named.includes(tool))
          .slice(0, Math.max(0, limit - named.length))
      ].map(({ tool, score }) => planTool(tool, score));
    }
  };
}

function planTool(tool: ITool, score: number): IPlanTool {
  const schema = parametersOf(tool);
  return {
    name: tool.name,
    schema: { ...schema, type: 'object' },
    score,
    reachesOut: tool.effects.some(isRefusedEffect),
    version: hashText(
      JSON.stringify([schema, tool.description, tool.server, tool.effects])
    )
  };
}

/**
 * Effects that memory never lets through without a card: shell, network, files.
 */
export function isRefusedEffect(effect: Effect): boolean {
  return ['shell', 'network', 'write'].includes(effect);
}

/**
 * An observation without names of tools that do not exist; null if it is about
 * such a tool. A model can write anything as the name of a tool, in a plan and
 * in a call, also a value that it read.
 */
export function withKnownTools(
  seen: IMemoryObservation,
  isKnown: (name: string) => boolean
): IMemoryObservation | null {
  switch (seen.kind) {
    case 'plan':
      return {
        ...seen,
        steps: seen.steps.map(({ title, tools }) => ({
          title,
          tools: tools.filter(isKnown)
        }))
      };
    case 'tool':
      return isKnown(seen.tool) ? seen : null;
    case 'workflow':
      return { ...seen, tools: seen.tools.filter(isKnown) };
    case 'behaviour':
    case 'clarification':
      // Their tools are those that were found.
      return seen;
  }
}

/**
 * The most tools of a step that are found, prepared and shown; of those that
 * its plan names, all are looked at.
 */
export const MOST_STEP_TOOLS = 5;

/** The most memories of tools that are considered for a step. */
const MEMORIES = 10;

/** What was found, and the stamp of the memory at that time. */
interface IFound {
  stamp: string;
  hits: IMemoryHit[];
}

/**
 * Looks up the tools of later steps, and what is known about them, while a step
 * is in progress or a card waits, so that nobody has to wait for it. What is
 * known is valid as long as nothing was learned or forgotten since, in any tab;
 * the index of tools itself remembers what it found.
 */
export class StepLookup {
  private readonly _found = new Map<string, IFound>();
  /** The steps that are still to be done. */
  private _ahead: readonly IPlanStep[] = [];

  constructor(private readonly _ports: Pick<IPlanPorts, 'memory' | 'tools'>) {}

  /** Sets the steps that are to be done, in this order. */
  ahead(steps: readonly IPlanStep[]): void {
    this._ahead = steps;
    for (const title of this._found.keys()) {
      if (!steps.some(step => step.title === title)) {
        this._found.delete(title);
      }
    }
    this._later();
  }

  /**
   * The tools that fit a step, best first, with all that its plan names, and
   * the memories of such steps.
   */
  async take(
    step: IPlanStep
  ): Promise<{ tools: IPlanTool[]; memories: IMemoryHit[] }> {
    const [tools, memories] = await Promise.all([
      this._tools(step),
      this._memories(step)
    ]);
    return { tools, memories };
  }

  private _tools(step: IPlanStep): Promise<IPlanTool[]> {
    return this._ports.tools.recommend(step, MOST_STEP_TOOLS);
  }

  private async _memories({ title }: IPlanStep): Promise<IMemoryHit[]> {
    const found = this._found.get(title);
    if (found) {
      if (found.stamp === this._ports.memory.stamp()) {
        return found.hits;
      }
      // The other results are just as old.
      this._found.clear();
    }
    return this._search(title);
  }

  private _later(): void {
    this._ports.memory.later(() => void this._next());
  }

  /** One after the other, each when the page is idle. */
  private async _next(): Promise<void> {
    const step = this._ahead.find(({ title }) => !this._found.has(title));
    if (step) {
      // Read before the search: a change during the search is not in the
      // result.
      const stamp = this._ports.memory.stamp();
      const { title } = step;
      const hits = await this._search(title);
      if (this._ahead.includes(step)) {
        this._found.set(title, { stamp, hits });
        await this._lookForTools(step);
        this._later();
      }
    }
  }

  private async _lookForTools(step: IPlanStep): Promise<void> {
    try {
      await this._tools(step);
    } catch (error) {
      // The step itself looks again, and says so if that fails.
      console.debug('Cellwright: tools could not be looked up ahead', error);
    }
  }

  private _search(title: string): Promise<IMemoryHit[]> {
    return this._ports.memory.search('tool', title, MEMORIES);
  }
}
