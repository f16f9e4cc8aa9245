/**
 * Calls `load` when it is first needed and keeps what it gives. A load that
 * failed (the network was down) is tried again the next time.
 */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}
