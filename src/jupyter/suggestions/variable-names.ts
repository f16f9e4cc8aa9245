import type { INotebook } from '../../contract';
import { ifRefused } from '../../contract/ports/workspace-error';
import { endsWithin } from '../../contract/util/ends-within';

export interface IVariableName {
  name: string;
  /** "DataFrame" */
  type: string;
  /**
   * Shape of arrays and data frames, for libraries that know it without
   * computing.
   */
  shape: number[] | null;
}

/** Most variables asked for: nobody chooses from more. */
const MAX_NAMES = 500;

/** Time between two looks at a kernel that is busy, in ms. */
const LOOK_AGAIN = 500;

/**
 * Our own fixed code for each language: prints `[[name, type, shape], …]` as
 * JSON and leaves no names behind.
 */
const CODE: Record<string, string> = {
  python: `
def _cellwright_names(shell, limit):
    import json, types
    found = []
    for name, value in list(shell.user_ns.items()):
        if name.startswith("_") or name in shell.user_ns_hidden:
            continue
        if isinstance(value, types.ModuleType) or len(found) >= limit:
            continue
        shape = None
        if type(value).__module__.split(".")[0] in ("numpy", "pandas", "polars", "torch"):
            try:
                shape = [int(size) for size in value.shape]
            except Exception:
                shape = None
        found.append([name, type(value).__name__, shape])
    print(json.dumps(found))
try:
    _cellwright_names(get_ipython(), ${MAX_NAMES})
finally:
    del _cellwright_names
`,
  r: `
local({
  names <- utils::head(ls(globalenv()), ${MAX_NAMES})
  text <- function(x) paste0('"', gsub('(["\\\\\\\\])', '\\\\\\\\\\\\1', x), '"')
  found <- vapply(names, function(name) {
    value <- get(name, globalenv())
    shape <- if (is.null(dim(value))) "null" else paste0("[", paste(dim(value), collapse = ","), "]")
    paste0("[", text(name), ",", text(class(value)[1]), ",", shape, "]")
  }, "")
  cat("[", paste(found, collapse = ","), "]\\n", sep = "")
})
`
};

/**
 * Names of a notebook's variables. Fetched once after each run, since a person
 * types a name letter by letter.
 */
export class VariableNames {
  private _key = '';

  private _names: Promise<IVariableName[]> = Promise.resolve([]);

  /**
   * What is known in time. A busy kernel is never asked, only waited for.
   *
   * @param patience in ms.
   */
  async of(notebook: INotebook, patience: number): Promise<IVariableName[]> {
    const end = Date.now() + patience;
    while (isBusy(notebook) && Date.now() + LOOK_AGAIN < end) {
      await new Promise(resolve => setTimeout(resolve, LOOK_AGAIN));
    }
    const { epoch, status } = notebook.kernel;
    const runs = notebook.cells().map(cell => cell.executionCount ?? 0);
    const key = `${notebook.path} ${epoch} ${Math.max(0, ...runs)}`;
    if (this._key !== key && status === 'idle') {
      this._key = key;
      this._names = ask(notebook);
      // A later request tries again after a failure.
      this._names.catch(() => (this._key = ''));
    }
    if (this._key !== key) {
      return [];
    }
    const names = this._names;
    const found = endsWithin(names, end - Date.now()).then(ended =>
      ended ? names : []
    );
    // A kernel that cannot be asked has no names to complete.
    return found.catch(ifRefused([]));
  }
}

function isBusy({ isOpen, kernel }: INotebook): boolean {
  return isOpen && (kernel.status === 'busy' || kernel.status === 'starting');
}

async function ask(notebook: INotebook): Promise<IVariableName[]> {
  const code = CODE[notebook.kernel.language.toLowerCase()];
  if (!code) {
    return [];
  }
  // Never aborted: that would interrupt the person's code on the kernel.
  const printed = await notebook.inspect(code, new AbortController().signal);
  return parse(printed);
}

function parse(printed: string): IVariableName[] {
  const line = printed.trim().split('\n').pop() ?? '';
  let rows: unknown;
  try {
    rows = JSON.parse(line);
  } catch {
    // A kernel that prints something else has no names to complete.
    return [];
  }
  return Array.isArray(rows)
    ? rows.map(([name, type, shape]: [string, string, number[] | null]) => ({
        name,
        type,
        shape
      }))
    : [];
}
