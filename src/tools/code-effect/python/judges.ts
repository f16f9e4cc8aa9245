/** How text is judged that the code hands on to be run. */
export interface IJudges {
  /** By pandas and the like: Python without IPython. */
  evaluated(text: string): boolean;
  /** Text that is code only if all of it can be read as Python, or as a formula. */
  written(text: string): boolean;
  lineMagic(name: string, line: string): boolean;
  cellMagic(name: string, line: string, body: string): boolean;
}
