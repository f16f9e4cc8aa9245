/** Checkpoints, and namespaces, that are remembered at most. */
const AT_MOST = 500;

/**
 * Namespaces of nested graphs that cannot hold anything yet: the checkpoint they
 * hang from was made in this very tab, and nothing was written into them since.
 * Where another tab has had the thread meanwhile, nothing is known of it.
 */
export class FreshNamespaces {
  /** Number that the thread was driven with when it was made, by checkpoint. */
  private readonly _made = new Map<string, number>();
  private readonly _written = new Set<string>();

  /** @param _fenceOf the number writes of a graph's thread carry; none where another tab drives it. */
  constructor(
    private readonly _fenceOf: (graph: string) => number | undefined
  ) {}

  /** A checkpoint is made: nothing can hang from it yet. */
  made(graph: string, namespace: string, id: string): void {
    this.wrote(graph, namespace);
    const fence = this._fenceOf(graph);
    if (fence !== undefined) {
      this._made.set(keyOf(graph, namespace, id), fence);
    }
  }

  wrote(graph: string, namespace: string): void {
    if (Math.max(this._made.size, this._written.size) >= AT_MOST) {
      // What was written may only be forgotten with all that it is asked for.
      this._made.clear();
      this._written.clear();
    }
    this._written.add(keyOf(graph, namespace));
  }

  /**
   * Whether there is certainly nothing in it.
   *
   * @param parents the checkpoints it hangs from, by namespace, as LangGraph
   * hands them down.
   */
  isFresh(graph: string, namespace: string, parents: unknown): boolean {
    const ids = (parents ?? {}) as Record<string, unknown>;
    const [parent] = Object.keys(ids)
      .filter(each => each === '' || namespace.startsWith(`${each}|`))
      .sort((one, other) => other.length - one.length);
    const fence = this._fenceOf(graph);
    return (
      namespace !== '' &&
      parent !== undefined &&
      fence !== undefined &&
      // It is gone back to.
      !(namespace in ids) &&
      !this._written.has(keyOf(graph, namespace)) &&
      this._made.get(keyOf(graph, parent, String(ids[parent]))) === fence
    );
  }
}

function keyOf(...parts: string[]): string {
  return JSON.stringify(parts);
}
