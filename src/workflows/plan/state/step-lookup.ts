import type { IMemoryHit } from '../../../memory';
import type { IPlanMemory } from './plan-ports';

/** The most memories of tools that are considered for a step. */
const MEMORIES = 10;

/** What was found, and the stamp of the memory at that time. */
interface IFound {
  stamp: string;
  hits: IMemoryHit[];
}

/**
 * Looks up what is known about the tools of later steps while a step is in
 * progress or a card waits, so that nobody has to wait for it. The result is
 * valid as long as nothing was learned or forgotten since, in any tab.
 */
export class StepLookup {
  private readonly _found = new Map<string, IFound>();
  /** Titles of the steps that are still to be done. */
  private _ahead: readonly string[] = [];

  constructor(private readonly _memory: IPlanMemory) {}

  /** Sets the titles of the steps that are to be done, in this order. */
  ahead(titles: readonly string[]): void {
    this._ahead = titles;
    for (const title of this._found.keys()) {
      if (!titles.includes(title)) {
        this._found.delete(title);
      }
    }
    this._memory.later(() => void this._next());
  }

  async take(title: string): Promise<IMemoryHit[]> {
    const found = this._found.get(title);
    if (found) {
      if (found.stamp === this._memory.stamp()) {
        return found.hits;
      }
      // The other results are just as old.
      this._found.clear();
    }
    return this._search(title);
  }

  /** One after the other, each when the page is idle. */
  private async _next(): Promise<void> {
    const title = this._ahead.find(each => !this._found.has(each));
    if (title !== undefined) {
      // Read before the search: a change during the search is not in the
      // result.
      const stamp = this._memory.stamp();
      const hits = await this._search(title);
      if (this._ahead.includes(title)) {
        this._found.set(title, { stamp, hits });
        this._memory.later(() => void this._next());
      }
    }
  }

  private _search(title: string): Promise<IMemoryHit[]> {
    return this._memory.search('tool', title, MEMORIES);
  }
}
