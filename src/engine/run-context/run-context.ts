import type { EventBody, IDebugEntry, IToolContext } from '../../contract';
import type { CellNames } from '../../tools';
import type { IAnsweringModel } from './answering-model';
import type { IRunOptions, Writer } from './run-options';

/**
 * Emits an event: through the stream, so that it keeps its place between the
 * model's tokens, or directly once the stream is no longer read.
 */
export type Emit = (body: EventBody, writer?: Writer) => void;

/**
 * What is noted for the debug view; the rest of the entry is derived from it.
 */
export type DebugNote = Pick<
  IDebugEntry,
  'kind' | 'title' | 'ms' | 'tokens' | 'body'
>;

/**
 * Adds an entry to the debug view.
 *
 * @param make called only while the view is on, so that nothing is computed
 * otherwise.
 */
export type Note = (make: () => DebugNote) => void;

/** A run, as seen by the code that works for it. */
export interface IRunContext {
  readonly options: IRunOptions;
  readonly signal: AbortSignal;
  /** The model that will answer: the first or the second. */
  readonly recipient: IAnsweringModel;
  /**
   * Set if only reading is allowed now; the reason, as a sentence for the
   * model.
   */
  readonly readsOnly?: string;
  /** Whether it keeps a todo list; the same from its first request to its last. */
  readonly keepsTodos: boolean;
  /** Converts between the ids of cells and the model's names for them. */
  readonly names: CellNames;
  readonly emit: Emit;
  readonly note: Note;
  /** What a tool gets for one call. */
  toolContext(callId: string, writer?: Writer): IToolContext;
}
