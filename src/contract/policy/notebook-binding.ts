/** What tells a notebook from every other one that stands, or stood, at its path. */
export interface INotebookIdentity {
  /** Where its server has its files; empty where that is not known. */
  root: string;
  /** From there. */
  path: string;
  /** Our id in its metadata; null where it has none. */
  id: string | null;
  /** Ids of its cells, in order. */
  cells: readonly string[];
}

/**
 * What a rule knows its notebook by: an id of ours in its metadata, or, where
 * nothing is to be noted in it, ids of cells that it had at first.
 */
export type NotebookMark = { id: string } | { cells: string[] };

/** What ties a rule to one notebook. */
export type NotebookBinding = NotebookMark & {
  root: string;
  /** Path from the root; follows a rename. */
  notebook: string;
};

/** Cells that a rule knows its notebook by, at most: the first ones. */
export const MOST_MARK_CELLS = 20;

/**
 * Whether a rule is for the notebook as it is now. The path alone is another
 * notebook's tomorrow, and what stands in the file goes along with each copy: it
 * takes both.
 */
export function isBoundTo(
  rule: NotebookBinding,
  here: INotebookIdentity
): boolean {
  return (
    rule.root === here.root &&
    rule.notebook === here.path &&
    ('id' in rule
      ? rule.id === here.id
      : rule.cells.some(id => here.cells.includes(id)))
  );
}

/** Whether two rules are for the same notebook, by the same mark. */
export function isSameNotebook(
  one: NotebookBinding,
  other: NotebookBinding
): boolean {
  const key = (rule: NotebookBinding): string =>
    JSON.stringify([
      rule.root,
      rule.notebook,
      'id' in rule ? rule.id : rule.cells
    ]);
  return key(one) === key(other);
}

/**
 * The rules once a file or folder was renamed: they go along. What was at the
 * new path before is gone, and its rules with it.
 *
 * @returns the same list where nothing has changed.
 */
export function movedRules<R extends NotebookBinding>(
  rules: readonly R[],
  root: string,
  from: string,
  to: string
): readonly R[] {
  const left = endedRules(rules, root, to);
  const moved = left.map(rule =>
    isBelow(rule, root, from)
      ? { ...rule, notebook: `${to}${rule.notebook.slice(from.length)}` }
      : rule
  );
  return moved.some((rule, at) => rule !== rules[at]) ||
    moved.length < rules.length
    ? moved
    : rules;
}

/**
 * The rules once a file or folder was deleted.
 *
 * @returns the same list where nothing has changed.
 */
export function endedRules<R extends NotebookBinding>(
  rules: readonly R[],
  root: string,
  path: string
): readonly R[] {
  const left = rules.filter(rule => !isBelow(rule, root, path));
  return left.length < rules.length ? left : rules;
}

function isBelow(rule: NotebookBinding, root: string, path: string): boolean {
  return (
    rule.root === root &&
    (rule.notebook === path || rule.notebook.startsWith(`${path}/`))
  );
}
