import type { z } from 'zod';

import type { Effect, IPolicyRequest } from './policy';
import type { CardBody } from './review';
import type { ITranslator } from './text';
import type { IFiles, IImages, INotebook } from './ports';

/** An image that a tool brings back. */
export interface IToolImage {
  /** `image/png` or `image/jpeg`. */
  mimeType: string;
  /** base64, without a data-URL prefix. */
  data: string;
  width: number;
  height: number;
}

/** What a tool gives back; the engine makes a tool message and an event of it. */
export interface IToolResult {
  /** What the model reads. Bounded by the tool. */
  text: string;
  images?: IToolImage[];
  /** `false` for an effect that failed; later calls of the step are not run. */
  ok: boolean;
  /** One line for the thread in the past tense; may hold cell marks. */
  summary: string;
  /** The cell that was made, changed or run. */
  cellId?: string;
  /** Cells whose whole source the model has now seen: id → hash of the source. */
  seen?: Record<string, string>;
  /** Cells the call inserted. */
  made?: string[];
  /** Set when the run was cut short by a stop. */
  stopped?: boolean;
  /** Set when the kernel went on after the stop. */
  stuck?: boolean;
  /** How long the effect itself took, in ms, where that is known. */
  ms?: number;
  /** For `final_answer`: ends the run. */
  final?: { answer: string; summary?: string; nextItems: string[] };
}

/** What a tool may use while it runs. */
export interface IToolContext {
  /** The notebook the run is bound to. Throws `WorkspaceError` where it is gone. */
  notebook: INotebook;
  files: IFiles;
  /** Makes images of outputs fit for a model. */
  images: IImages;
  trans: ITranslator;
  /** Aborted by Stop; `signal.reason` says why. */
  signal: AbortSignal;
  /** Hash of each cell's source when the model last read it, by cell id. */
  seen: Readonly<Record<string, string>>;
  /** Ids of the cells the agent made in this thread. */
  made: ReadonlySet<string>;
  /** Tells the thread what goes on ("waits for input"), and on which cell. */
  progress(update: { text?: string; cellId?: string }): void;
}

/** What a card for a call shows, made from the call and the notebook as it is now. */
export interface IProposal {
  title: string;
  sentence: string;
  place: string;
  reason?: string;
  body: CardBody;
  editable?: string;
  /** What the decision depends on besides the arguments: the cell's source now. */
  basis?: string;
}

/**
 * A tool: a plain declaration and a `run`. The engine wraps it for LangChain,
 * the panel draws its cards and lines from what it says here.
 *
 * `check`, `effect`, `policy` and `propose` only read, and may run again.
 */
// A list of tools holds all kinds of arguments; each checks its own by schema.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface ITool<A = any> {
  name: string;
  /** As the model sees it. Short: the whole set counts against the prompt. */
  description: string;
  /** Arguments. Unknown keys are dropped, so that a card shows all that runs. */
  schema: z.ZodType<A>;
  /** What the call does. Tools without an effect (`final_answer`) say `read`. */
  effect(args: A): Effect;
  /** Facts for the policy beside the effect. */
  policy?(args: A, context: IToolContext): Partial<IPolicyRequest>;
  /**
   * What is wrong with the call as things stand, in words for the model (which
   * name the next step), or null. Asked before a card is shown.
   */
  check?(args: A, context: IToolContext): string | null;
  /** What its card shows. Required for every effect but `read`. */
  propose?(args: A, context: IToolContext): IProposal;
  /** One line while it runs or waits ("Reading the notebook"); may hold cell marks. */
  running(args: A, trans: ITranslator): string;
  /** Does it. Rejects only on defects; whatever a person can meet is a result. */
  run(args: A, context: IToolContext): Promise<IToolResult>;
}
