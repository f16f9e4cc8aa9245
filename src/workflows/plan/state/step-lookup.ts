import type { IMemoryHit } from '../../../memory';
import type { IPlanMemory } from './plan-ports';

/** Memories of tools that are looked at for a step. */
const MEMORIES = 10;

interface IAhead {
  title: string;
  /** Null until the page had time for it. */
  found: Promise<{ stamp: string; hits: IMemoryHit[] }> | null;
}

/**
 * What is known of the tools of a step, looked up while the step before it is at
 * work: nobody has to wait for it then. It counts as long as nothing was learned
 * or forgotten since, in whatever tab.
 */
export class StepLookup {
  private _ahead: IAhead | null = null;

  private _stamp: Promise<string> | null = null;

  constructor(private readonly _memory: IPlanMemory) {}

  /** The step of this title is likely the next one. */
  ahead(title: string): void {
    const ahead: IAhead = { title, found: null };
    this._ahead = ahead;
    this._memory.later(() => {
      if (this._ahead === ahead) {
        ahead.found = this._find(title);
      }
    });
  }

  /** A step is about to be prepared: whether it counts is looked at meanwhile. */
  check(): void {
    this._stamp = this._ahead && this._memory.stamp();
  }

  async take(title: string): Promise<IMemoryHit[]> {
    const ahead = this._ahead;
    const now = this._stamp;
    this._ahead = this._stamp = null;
    if (ahead?.found && ahead.title === title) {
      const [stamp, found] = await Promise.all([
        now ?? this._memory.stamp(),
        ahead.found
      ]);
      if (stamp === found.stamp) {
        return found.hits;
      }
    }
    return this._search(title);
  }

  private async _find(
    title: string
  ): Promise<{ stamp: string; hits: IMemoryHit[] }> {
    // First: what changes while it is searched is not in what was found.
    const stamp = await this._memory.stamp();
    return { stamp, hits: await this._search(title) };
  }

  private _search(title: string): Promise<IMemoryHit[]> {
    return this._memory.search('tool', title, MEMORIES);
  }
}
