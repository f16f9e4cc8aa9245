import type {
  ICellMark,
  IDecisionRecord,
  INotebook,
  ISentRequest,
  ITranslator
} from '../../contract';
import type { IAnsweringModel } from '../run/answering-model';

/** The origin of what a call makes. */
export type Provenance = Omit<ICellMark, 'run'>;

/**
 * Who proposed and who approved a call; null if the person does not want that
 * noted.
 */
export function provenanceOf(
  { choice, provider }: IAnsweringModel,
  isWanted: boolean,
  trans: ITranslator,
  { callId, decision, by, time }: IDecisionRecord
): Provenance | null {
  return isWanted
    ? {
        call: callId,
        model: choice.model || provider.label(choice, trans),
        by,
        at: new Date(time).toISOString(),
        ...(decision.type === 'edit' && { edited: true })
      }
    : null;
}

/**
 * Notes on cells what one call does with them. The note on a run is written
 * even if the person does not want to see the origin of cells: after a crash it
 * proves that the outputs of a cell are from this run. It then names neither a
 * model nor who approved it, and is removed once the outcome is durable.
 */
export class CellMarks {
  constructor(
    private _notebook: INotebook,
    private _callId: string,
    private _provenance: Provenance | null
  ) {}

  /** The call made the cell, or gave it its source. */
  written(id: string): void {
    // An existing mark of this call may hold what is known of its run.
    if (this._provenance && this._notebook.markOf(id)?.call !== this._callId) {
      this._notebook.mark(id, this._provenance);
    }
  }

  /** The cell is about to run: a person's own cell stays their own. */
  running(id: string, sent: ISentRequest, hash: string): void {
    const { run: _, ...known } = this._notebook.markOf(id) ?? NOBODY;
    this._notebook.mark(id, {
      ...known,
      call: this._callId,
      run: {
        id: sent.msgId,
        hash,
        done: false,
        kernel: this._notebook.kernel.epoch
      }
    });
  }

  /** The run has ended and its outputs are in the cell. */
  ran(id: string): void {
    const mark = this._mark(id);
    if (mark?.run && !mark.run.done) {
      this._notebook.mark(id, { ...mark, run: { ...mark.run, done: true } });
    }
  }

  /**
   * Removes the note on a run from a cell if the note says nothing else.
   *
   * @returns whether there was one.
   */
  forget(id: string): boolean {
    const mark = this._mark(id);
    const isEvidence = mark !== undefined && !mark.model && !mark.by;
    if (isEvidence) {
      this._notebook.mark(id, undefined);
    }
    return isEvidence;
  }

  private _mark(id: string): ICellMark | undefined {
    const notebook = this._notebook;
    const mark =
      notebook.isOpen && notebook.cell(id) ? notebook.markOf(id) : undefined;
    return mark?.call === this._callId ? mark : undefined;
  }
}

const NOBODY: ICellMark = { call: '', model: '', by: '', at: '' };
