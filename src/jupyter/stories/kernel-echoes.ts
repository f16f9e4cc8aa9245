/**
 * What kernels send back of `subshell_id: null` in the header of a request, as
 * recorded from them; all other fields come back as they were.
 */
export const KERNEL_ECHOES: readonly [kernel: string, echo: object][] = [
  ['ipykernel', { subshell_id: null }],
  ['IRkernel, which makes an object of null', { subshell_id: {} }],
  ['bash_kernel, which knows no subshells', {}],
  ['xeus-python 0.19', { subshell_id: null }],
  ['JupyterLite’s JavaScript kernel 0.3', { subshell_id: null }],
  ['JupyterLite’s Pyodide kernel 0.8', { subshell_id: null }]
];
