/** How to judge text that the code passes on to be run. */
export interface IJudges {
  /** Run by pandas and similar libraries: Python without IPython's syntax. */
  evaluated(text: string): boolean;
  /** Only counts as code if all of it is valid Python, or a valid formula. */
  written(text: string): boolean;
  lineMagic(name: string, line: string): boolean;
  cellMagic(name: string, line: string, body: string): boolean;
}
