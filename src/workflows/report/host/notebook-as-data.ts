import type { INotebook, IReportNotebook } from '../../../contract';

/**
 * The open notebook as data for a report, with everything that is in the page.
 */
export function notebookAsData(notebook: INotebook): IReportNotebook {
  const { displayName, language, epoch, status } = notebook.kernel;
  return {
    path: notebook.path,
    cells: notebook.cells().map(({ id, type, source, executionCount }) => {
      const mark = notebook.markOf(id);
      return {
        id,
        type,
        source,
        executionCount,
        own: type === 'markdown' && mark !== undefined,
        outputs: type === 'code' ? notebook.outputs(id) : [],
        run:
          notebook.runOf(id) ??
          (mark?.run
            ? {
                hash: mark.run.hash,
                kernel: mark.run.kernel ?? null,
                at: mark.at || null
              }
            : null)
      };
    }),
    kernel: status === 'none' ? null : { name: displayName, language, epoch }
  };
}
