/** Maximum number of checkpoints, and of namespaces, that are remembered. */
const MAX_COUNT = 500;

/**
 * Namespaces of nested graphs that must still be empty: the checkpoint they
 * belong to was made in this very tab, and nothing has been written to them
 * since. If another tab has driven the thread in between, nothing is known.
 */
export class FreshNamespaces {
  /** By checkpoint: the thread's fence number when it was made. */
  private readonly _made = new Map<string, number>();
  private readonly _written = new Set<string>();

  /**
   * @param _fenceOf the fence number for writes to a graph's thread; undefined
   * if another tab drives it.
   */
  constructor(
    private readonly _fenceOf: (graph: string) => number | undefined
  ) {}

  /** A checkpoint was made: no namespace can belong to it yet. */
  created(graph: string, namespace: string, id: string): void {
    this.wrote(graph, namespace);
    const fence = this._fenceOf(graph);
    if (fence !== undefined) {
      this._made.set(keyOf(graph, namespace, id), fence);
    }
  }

  wrote(graph: string, namespace: string): void {
    if (Math.max(this._made.size, this._written.size) >= MAX_COUNT) {
      // Both have to be cleared together, since one is only valid with the
      // other.
      this._made.clear();
      this._written.clear();
    }
    this._written.add(keyOf(graph, namespace));
  }

  /**
   * Whether the namespace is certainly empty.
   *
   * @param parents the checkpoints it belongs to, by namespace, as LangGraph
   * passes them down.
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
      // The run went back to an earlier checkpoint of it.
      !(namespace in ids) &&
      !this._written.has(keyOf(graph, namespace)) &&
      this._made.get(keyOf(graph, parent, String(ids[parent]))) === fence
    );
  }
}

function keyOf(...parts: string[]): string {
  return JSON.stringify(parts);
}
