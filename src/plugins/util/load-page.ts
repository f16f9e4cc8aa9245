/**
 * Loads what the panel needs. In one place: each `import()` of it is spelled out
 * in what JupyterLab loads at its start.
 */
export const loadPage = (): Promise<typeof import('../lazy-chunk')> =>
  import('../lazy-chunk');
