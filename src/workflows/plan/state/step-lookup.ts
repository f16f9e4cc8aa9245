import type { IMemoryHit } from '../../../memory';
import type { IPlanMemory } from './plan-ports';

/** Memories of tools that are looked at for a step. */
const MEMORIES = 10;

/** What was found, and what the memory was like then. */
interface IFound {
  stamp: string;
  hits: IMemoryHit[];
}

/**
 * What is known of the tools of steps, looked up while another one is at work or
 * a card waits: nobody has to wait for it then. It counts as long as nothing was
 * learned or forgotten since, in whatever tab.
 */
export class StepLookup {
  private readonly _found = new Map<string, IFound>();
  /** Titles of the steps that are to be done. */
  private _ahead: readonly string[] = [];

  constructor(private readonly _memory: IPlanMemory) {}

  /** Steps of these titles are to be done, in this order. */
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
      // The others are of then, too.
      this._found.clear();
    }
    return this._search(title);
  }

  /** One after the other, each when the page has time. */
  private async _next(): Promise<void> {
    const title = this._ahead.find(each => !this._found.has(each));
    if (title !== undefined) {
      // First: what changes while it is searched is not in what was found.
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
