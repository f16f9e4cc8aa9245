/**
 * Loads what the panel needs. In a single place, since each `import()` of it
 * would add to what JupyterLab loads first.
 */
export const loadPage = (): Promise<typeof import('../lazy-chunk')> =>
  import('../lazy-chunk');
