import type { EventBody, IDebugEntry, IToolContext } from '../../contract';
import type { CellNames } from '../../tools';
import type { IModelRecipient } from './model-recipient';
import type { IRunOptions } from './run-options';

/** LangGraph's `runtime.writer`: puts a chunk into the stream's `custom` mode. */
export type Writer = ((chunk: unknown) => void) | undefined;

/**
 * Tells an event: through the stream, so that it keeps its place between the
 * model's tokens; directly once the stream is no longer read.
 */
export type Emit = (body: EventBody, writer?: Writer) => void;

/** What is noted for the debug view; the rest of an entry follows from it. */
export type DebugNote = Pick<
  IDebugEntry,
  'kind' | 'title' | 'ms' | 'tokens' | 'body'
>;

/**
 * Adds to the debug view.
 *
 * @param make called only while the view is on: nothing is computed when off.
 */
export type Note = (make: () => DebugNote) => void;

/** A run as those see it that work for it. */
export interface IRunContext {
  readonly options: IRunOptions;
  readonly signal: AbortSignal;
  /** The model that is to answer: the first or the second. */
  readonly recipient: IModelRecipient;
  /** Set where nothing but reading may be done now: why, in words for the model. */
  readonly readsOnly?: string;
  /** Whether it keeps a todo list; the same from its first request to its last. */
  readonly plans: boolean;
  /** Between the ids of cells and what the model calls them. */
  readonly names: CellNames;
  readonly emit: Emit;
  readonly note: Note;
  /** What a tool is handed for one call. */
  toolContext(callId: string, writer?: Writer): IToolContext;
}
