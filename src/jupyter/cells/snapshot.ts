import type {
  ISharedAttachmentsCell,
  ISharedCell,
  ISharedCodeCell,
  SharedCell
} from '@jupyter/ydoc';
import type * as nbformat from '@jupyterlab/nbformat';
import type { Cell } from '@jupyterlab/cells';
import { JSONExt, type PartialJSONValue } from '@lumino/coreutils';

import type { ICellSnapshot } from '../../contract';
import { cellIdOf } from '../../contract/text/cell-id-of';
import { spliceSource } from './as-one-undo-step';

/** A cell with everything stored in it. */
export function snapshotOf({
  model: { sharedModel, type }
}: Cell): ICellSnapshot {
  const attachments = (
    sharedModel as Partial<ISharedAttachmentsCell>
  ).getAttachments?.();
  return {
    id: cellIdOf(sharedModel.getId()),
    type: type === 'code' || type === 'markdown' ? type : 'raw',
    source: sharedModel.getSource(),
    metadata: { ...sharedModel.getMetadata() },
    ...(type === 'code' && {
      outputs: (sharedModel as ISharedCodeCell).getOutputs(),
      executionCount: (sharedModel as ISharedCodeCell).execution_count ?? null
    }),
    ...(attachments && { attachments: JSONExt.deepCopy(attachments) })
  };
}

/** The same, in the form in which a cell is inserted. */
export function cellOf(snapshot: ICellSnapshot): SharedCell.Cell {
  const { id, type, source, metadata, attachments } = snapshot;
  return {
    id,
    cell_type: type,
    source,
    metadata,
    ...(type === 'code' && {
      outputs: joinedOutputs(snapshot.outputs ?? []),
      execution_count: snapshot.executionCount ?? null
    }),
    ...(attachments && { attachments })
  } as SharedCell.Cell;
}

/** Restores a cell of the same type, touching only what differs. */
export function applySnapshot(
  cell: ISharedCell,
  snapshot: ICellSnapshot
): void {
  spliceSource(cell, snapshot.source);
  applyMetadata(cell, snapshot.metadata);
  if (snapshot.type !== 'code') {
    const { setAttachments, getAttachments } =
      cell as unknown as ISharedAttachmentsCell;
    const attachments = snapshot.attachments as
      nbformat.IAttachments | undefined;
    if (!isSame(getAttachments.call(cell), attachments)) {
      setAttachments.call(cell, attachments);
    }
    return;
  }
  const code = cell as unknown as ISharedCodeCell;
  // Outputs that were too large to keep are absent: the current ones stay then.
  if (snapshot.outputs) {
    const outputs = joinedOutputs(snapshot.outputs);
    if (!isSame(code.getOutputs(), outputs)) {
      code.setOutputs(outputs);
    }
    code.execution_count = snapshot.executionCount ?? null;
  }
}

/**
 * Whether replacing the current outputs by the earlier ones would merge them.
 * JupyterLab's output model sees the outputs that are added before it sees
 * those that are removed, and appends stream text to the last output if that is
 * the same stream, also in the shared model. A cell that is created anew does
 * not have this problem, and neither has undoing that.
 */
export function wouldMergeOutputs(
  cell: ISharedCell,
  { type, outputs }: ICellSnapshot
): boolean {
  if (type !== 'code' || !outputs) {
    return false;
  }
  const now = (cell as unknown as ISharedCodeCell).getOutputs();
  const then = joinedOutputs(outputs);
  return (
    !isSame(now, then) &&
    (isSameStream(now.at(-1), then[0]) || isSameStream(then.at(-1), now[0]))
  );
}

function isSameStream(
  one: nbformat.IOutput | undefined,
  other: nbformat.IOutput | undefined
): boolean {
  return (
    one?.output_type === 'stream' &&
    other?.output_type === 'stream' &&
    one.name === other.name
  );
}

function applyMetadata(
  cell: ISharedCell,
  metadata: Record<string, unknown>
): void {
  for (const key of Object.keys(cell.getMetadata())) {
    if (!(key in metadata)) {
      cell.deleteMetadata(key);
    }
  }
  cell.setMetadata(metadata as nbformat.IBaseCellMetadata);
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

function isSame(one: unknown, other: unknown): boolean {
  return JSONExt.deepEqual(
    (one ?? null) as PartialJSONValue,
    (other ?? null) as PartialJSONValue
  );
}
