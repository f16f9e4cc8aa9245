import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { DocumentRegistry } from '@jupyterlab/docregistry';
import type { Widget } from '@lumino/widgets';

/**
 * Opens a widget beside the notebook with this path, and activates it.
 *
 * @returns whether there is room: an application that shows a single document
 * has none.
 */
export function showInMain(
  shell: JupyterFrontEnd.IShell,
  widget: Widget,
  path: string
): boolean {
  if (!widget.isAttached) {
    const beside = [...shell.widgets('main')].find(
      each => contextOf(each)?.path === path
    );
    shell.add(widget, 'main', {
      ...(beside && { mode: 'split-right', ref: beside.id })
    });
  }
  if (widget.isAttached) {
    shell.activateById(widget.id);
  }
  return widget.isAttached;
}

/** Path of a document's widget; undefined for any other widget. */
function contextOf(
  widget: Widget
): Partial<DocumentRegistry.Context> | undefined {
  return (widget as Partial<{ context: DocumentRegistry.Context }>).context;
}
