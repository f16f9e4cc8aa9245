/** What distinguishes a notebook from any other that is, or was, at the same path. */
export interface INotebookIdentity {
  /** The server's root folder; empty if not known. */
  root: string;
  /** Path from that root. */
  path: string;
  /** The id we store in its metadata; null if it has none. */
  id: string | null;
  /** Ids of its cells, in order. */
  cells: readonly string[];
}

/**
 * How a rule recognises its notebook: an id of ours in the metadata, or, if
 * nothing may be stored there, ids of cells it had at the time.
 */
export type NotebookMark = { id: string } | { cells: string[] };

/** Ties a rule to one notebook. */
export type NotebookBinding = NotebookMark & {
  root: string;
  /** Path from the root; follows a rename. */
  notebook: string;
};

/** Maximum number of cells by which a rule recognises its notebook: the first ones. */
export const MAX_MARK_CELLS = 20;

/**
 * Whether a rule applies to the notebook as it is now. Another notebook may be
 * at the same path tomorrow, and a copy of the file carries the same id, so
 * both have to match.
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

/** Whether two rules are for the same notebook, with the same mark. */
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
 * Updates rules after a file or folder was renamed. Whatever was at the new
 * path before is gone, and so are its rules.
 *
 * @returns the same list if nothing has changed.
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
 * Drops rules after a file or folder was deleted.
 *
 * @returns the same list if nothing has changed.
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
