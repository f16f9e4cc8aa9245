import type {
  ISharedAttachmentsCell,
  ISharedCodeCell,
  SharedCell
} from '@jupyter/ydoc';
import type * as nbformat from '@jupyterlab/nbformat';
import type { Cell } from '@jupyterlab/cells';
import { JSONExt } from '@lumino/coreutils';

import type { ICellSnapshot } from '../../contract';
import { cellIdOf } from '../../contract/text/cell-id-of';
import { cellType } from './find-cell';

/** A cell with everything stored in it. */
export function snapshotOf({
  model: { sharedModel, type }
}: Cell): ICellSnapshot {
  const attachments = (
    sharedModel as Partial<ISharedAttachmentsCell>
  ).getAttachments?.();
  return {
    id: cellIdOf(sharedModel.getId()),
    type: cellType(type),
    source: sharedModel.getSource(),
    metadata: { ...sharedModel.getMetadata() },
    ...(type === 'code' && {
      outputs: (sharedModel as ISharedCodeCell).getOutputs(),
      executionCount: (sharedModel as ISharedCodeCell).execution_count ?? null
    }),
    ...(attachments && { attachments: JSONExt.deepCopy(attachments) })
  };
}

/**
 * The same, in the form in which a cell is inserted.
 *
 * @param now the cell in whose place it comes, if there is one: outputs that
 * were too large to keep are taken from it.
 */
export function cellOf(
  snapshot: ICellSnapshot,
  now?: Partial<nbformat.ICodeCell>
): SharedCell.Cell {
  const { id, type, source, metadata, attachments } = snapshot;
  const { outputs, executionCount } = snapshot;
  return {
    id,
    cell_type: type,
    source,
    metadata,
    ...(type === 'code' && {
      outputs: joinedOutputs(outputs ?? now?.outputs ?? []),
      execution_count:
        (outputs ? executionCount : (now?.execution_count ?? executionCount)) ??
        null
    }),
    ...(attachments && { attachments })
  } as SharedCell.Cell;
}

/**
 * The shared model joins the lines of a stream with commas, but accepts a
 * string.
 */
function joinedOutputs(outputs: readonly unknown[]): nbformat.IOutput[] {
  return (outputs as nbformat.IOutput[]).map(output =>
    output.output_type === 'stream' && Array.isArray(output.text)
      ? { ...output, text: output.text.join('') }
      : output
  );
}
