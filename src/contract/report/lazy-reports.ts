import type { IReports } from './reports';

/** An `IReports` that loads the real one when it is first used. */
export function lazyReports(load: () => Promise<IReports>): IReports {
  return {
    templates: async notebook => (await load()).templates(notebook),
    preview: async (...of) => (await load()).preview(...of),
    check: async (...of) => (await load()).check(...of),
    keepIds: async notebook => (await load()).keepIds(notebook),
    print: async html => (await load()).print(html)
  };
}
