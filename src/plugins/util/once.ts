import type { JupyterFrontEnd } from '@jupyterlab/application';

import type { ITranslator } from '../../contract';

/**
 * Calls `load` when it is first needed and keeps the result. After a failure
 * (the network was down) it is called again the next time.
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

/** Makes something once for a page; specs have more than one. */
export function perPage<T>(
  make: (app: JupyterFrontEnd, trans: ITranslator) => T
): (app: JupyterFrontEnd, trans: ITranslator) => T {
  const known = new WeakMap<JupyterFrontEnd, T>();
  return (app, trans) => {
    const one = known.get(app) ?? make(app, trans);
    known.set(app, one);
    return one;
  };
}
