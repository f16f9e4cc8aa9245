import { WRITE_TODOS } from './tool-set';

/** Tool names of other agents, and our tools that do the same or less. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  Read: ['read_file', 'read_notebook'],
  NotebookRead: ['read_notebook'],
  Grep: ['search_workspace', 'search_notebook_cells'],
  Glob: ['list_files', 'search_workspace'],
  LS: ['list_files'],
  Write: ['write_file'],
  Edit: ['edit_file', 'edit_cell'],
  MultiEdit: ['edit_file', 'edit_cell'],
  NotebookEdit: ['jupyter_cell', 'edit_cell', 'markdown', 'delete_cell'],
  Bash: ['execute_command'],
  AskUserQuestion: ['ask_user']
};

/** What every run needs: to plan, to ask, to end, to look things up. */
const ALWAYS: ReadonlySet<string> = new Set([
  WRITE_TODOS,
  'ask_user',
  'final_answer',
  'find_tools',
  'load_skill',
  'read_document'
]);

/**
 * Our names of the tools that a skill allows. They only restrict what is
 * offered; a name that no tool has allows nothing.
 */
export function toolsAllowed(names: readonly string[]): string[] {
  return [...new Set(names.flatMap(name => ELSEWHERE[name] ?? [name]))];
}

/**
 * What may be called once another skill is in use as well: only what both
 * allow.
 *
 * @param before null if there is no restriction yet.
 */
export function narrowed(
  before: readonly string[] | null,
  allowed: readonly string[]
): string[] {
  return before === null
    ? [...allowed]
    : before.filter(name => allowed.includes(name));
}

/** Whether a tool may be called with this restriction; null allows all. */
export function isAllowed(
  allowed: readonly string[] | null,
  name: string
): boolean {
  return allowed === null || ALWAYS.has(name) || allowed.includes(name);
}
