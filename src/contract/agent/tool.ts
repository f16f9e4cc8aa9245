import type { z } from 'zod';

import type { InterruptRequest } from './interrupt-request';
import type { Effect, InterruptOn, IPolicyRequest } from '../policy/policy';
import type { CardBody, ICardServer } from './review-request';
import type { IAskedRounds } from './asked-round';
import type { IResultLink, IToolSound } from '../ports/result-thing';
import type { IWorkOrder } from '../report/work-order';
import type { IMcpQuestion, McpAnswer } from './mcp-question';
import type { ITranslator } from '../text/translator';
import type { IAttachedDocuments } from '../ports/documents';
import type { IFiles } from '../ports/files';
import type { IGrammars } from '../ports/grammars';
import type { IImages } from '../ports/images';
import type { IKernelInfo } from '../ports/kernel-info';
import type { INotebook } from '../ports/notebook';
import type { IPatterns } from '../ports/patterns';
import type { IShell } from '../ports/shell';
import type { ISkills } from '../ports/skills';

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
  /** For the person to hear. */
  sounds?: IToolSound[];
  /** What the person may attach to a message. */
  links?: IResultLink[];
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
  /** Tools that can be called from the next request on, by name. */
  found?: string[];
  /** Names of the tools that may be called from now on, until the person says more. */
  allowedTools?: string[];
  /** For `final_answer`: ends the run. */
  final?: { answer: string; summary?: string; nextItems: string[] };
}

/**
 * What cells are called in what a model reads and writes: by the beginnings of
 * their ids. A tool itself is handed whole ids and gives back whole ids; only
 * its texts for the model have names.
 */
export interface ICellNames {
  /**
   * What the model calls a cell, from now on to the end of the conversation.
   * @param among ids of all cells of its notebook, where that is not the run's.
   */
  of(id: string, among?: readonly string[]): string;
  /** What to say, to the model, to a reference that is no cell or several. */
  unknown(reference: string): string;
  /** A text with the cell marks of known cells by their names. */
  inText(text: string): string;
}

/** What a tool may use while it runs. */
export interface IToolContext {
  /** The notebook the run is bound to. Throws `WorkspaceError` where it is gone. */
  notebook: INotebook;
  /** What the model calls its cells. */
  names: ICellNames;
  files: IFiles;
  shell: IShell;
  /** Skills that the person agreed to; none where not given. */
  skills?: ISkills;
  /** Documents that the person attached; none where not given. */
  documents?: IAttachedDocuments;
  /** Regular expressions, off the page's own thread and with a time limit. */
  patterns: IPatterns;
  /** Makes images of outputs fit for a model. */
  images: IImages;
  /** How code is told apart that is about to run. */
  grammars: IGrammars;
  /** False in the mode "schemas only": no value, output or sample may be told. */
  values: boolean;
  trans: ITranslator;
  /** Aborted by Stop; `signal.reason` says why. */
  signal: AbortSignal;
  /** Hash of each cell's source when the model last read it, by cell id. */
  seen: Readonly<Record<string, string>>;
  /** Ids of the cells the agent made in this thread. */
  made: ReadonlySet<string>;
  /**
   * The empty cell the person was in when they sent the message, until the agent
   * has made a cell since: that is where the first one goes.
   */
  spot?: string;
  /**
   * Asks the person in the middle of a call that goes on meanwhile; nobody can be
   * asked where not given.
   *
   * @param options.key the same for the same question after a reload.
   */
  ask?(
    question: IMcpQuestion,
    options: { signal: AbortSignal; key?: string }
  ): Promise<McpAnswer>;
  /** Keeps what a server wants answered before it goes on with the call. */
  rounds?: IAskedRounds;
  /**
   * Does the work of this call by the tool's `workflow`, from where it stands: in
   * a later page it goes on and does not begin again. Nothing of it may be caught
   * that is not an `Error` of the work: the graph pauses by throwing.
   */
  work?(order: IWorkOrder): Promise<IToolResult>;
  /** Tells the thread what goes on ("waits for input"), and on which cell. */
  progress(update: {
    text?: string;
    /** How much of it is done, from 0 to 1; where that is known. */
    done?: number;
    cellId?: string;
    /** More of what a command prints; shown live, appended. */
    output?: string;
  }): void;
}

/** What there is to work with when a run begins; decides which tools are offered. */
export interface IOfferFacts {
  /** `ask` offers only tools that read. */
  mode: 'ask' | 'agent';
  kernel: IKernelInfo;
  readOnly: boolean;
  /** Cells with a source. */
  cells: number;
  /** Whether commands can be run; see `IShell.availability`. */
  shell: boolean;
  /** Skills that the person agreed to. */
  skills: number;
  /** Documents that the person attached in the conversation. */
  documents?: number;
  /** Of the notebook's folder; zeros when it could not be listed. */
  folder: {
    /** Other notebooks. */
    notebooks: number;
    /** Files of text that are no tables: code, notes, configuration. */
    texts: number;
    folders: number;
    /** Size of the largest file, in bytes. */
    largest: number;
  };
}

/** What a card for a call shows, made from the call and the notebook as it is now. */
export interface IProposal {
  title: string;
  sentence: string;
  place: string;
  reason?: string;
  body: CardBody;
  editable?: string;
  /** For a tool of a server. */
  server?: ICardServer;
  /** What the decision depends on besides the arguments: the cell's source now. */
  basis?: string;
  /** The text itself, where `basis` only names its state. */
  content?: string;
  /** As in `IPolicyRequest`, where only what comes of the call can tell. */
  always?: string;
}

/**
 * A tool: a plain declaration and a `run`. The engine wraps it for LangChain,
 * the panel draws its cards and lines from what it says here.
 *
 * `check`, `effect`, `policy`, `offered` and `propose` only read, and may run
 * again.
 */
// A list of tools holds all kinds of arguments; each checks its own by schema.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface ITool<A = any> {
  name: string;
  /** What a person calls it; searched among many tools. */
  title?: string;
  /** What else people call it, in any language: searched, and never sent. */
  alsoCalled?: string;
  /** What it comes from: a server, an extension. */
  server?: string;
  /** As the model sees it. Short: the whole set counts against the prompt. */
  description: string;
  /** Arguments. Unknown keys are dropped, so that a card shows all that runs. */
  schema: z.ZodType<A>;
  /** Arguments as the schema has them, from what models write in their place. Pure. */
  tidy?(args: Record<string, unknown>): Record<string, unknown>;
  /**
   * Arguments that hold cells, one or a list: a model writes names there, and
   * `run` and all else gets the ids. What fits no cell, or several, stays as it
   * is, for `check` to refuse.
   */
  cellArguments?: readonly string[];
  /** Every effect a call can have. `Ask` offers only tools with `read` alone. */
  effects: readonly Effect[];
  /**
   * What this call does: one of `effects`. Tools without an effect
   * (`final_answer`) say `read`. An argument can only tighten.
   */
  effect(args: A, context: IToolContext): Effect;
  /** How its calls are asked about whatever the policy says (`ask_user`). */
  interruptOn?: InterruptOn;
  /**
   * Asks the person instead of doing something: their answer is the result, and
   * `run` is reached only where they could not be asked. Such a tool only reads.
   * Asked again when the run goes on, so it is pure and always asks the same.
   */
  interrupt?(args: A, context: IToolContext): InterruptRequest;
  /**
   * Name of the graph above the agent that does the work of its calls, with cards
   * of its own; `run` begins it by `context.work`. Such a call is the only one of
   * its step, and no others of the notebook wait for it: what its graph does goes
   * through the gate by itself.
   */
  workflow?: string;
  /**
   * Offered only where it fits what the person said or the step of the plan, or
   * was used before: it costs nothing of other requests.
   */
  onDemand?: true;
  /** Whether it is of use now; offered always where not given. */
  offered?(facts: IOfferFacts): boolean;
  /** True when its result holds no value where `context.values` is false; else
   * the result is withheld from the model then. */
  schemasOnly?: true;
  /** Facts for the policy beside the effect. */
  policy?(args: A, context: IToolContext): Partial<IPolicyRequest>;
  /**
   * What is wrong with the call as things stand, in words for the model (which
   * name the next step), or null. Asked before a card is shown. What only the
   * server knows (whether a file exists) is asked for, so it may be a promise.
   */
  check?(
    args: A,
    context: IToolContext
  ): string | null | Promise<string | null>;
  /** What its card shows. Required for every effect but `read`. */
  propose?(args: A, context: IToolContext): IProposal | Promise<IProposal>;
  /** One line while it runs or waits ("Reading the notebook"); may hold cell marks. */
  running(args: A, trans: ITranslator): string;
  /** Does it. Rejects only on defects; whatever a person can meet is a result. */
  run(args: A, context: IToolContext): Promise<IToolResult>;
}

/**
 * A tool of another extension: JSON Schema and a function, since each
 * extension holds its own copy of every library.
 */
export interface IToolDeclaration {
  /** `^[a-zA-Z0-9_-]{1,64}$`, and no name that is taken. */
  name: string;
  /** What a person calls it; searched among many tools. */
  title?: string;
  /** What it comes from: a server, an extension. */
  server?: string;
  description: string;
  /** JSON Schema of an object: the arguments. */
  parameters: Record<string, unknown>;
  /**
   * Names of the parameters that hold ids of cells, one or a list. Models know
   * cells by short names: these become the ids, and a call that names no cell
   * there is refused. Without it the words of the model come as they are.
   */
  cellArguments?: readonly string[];
  /** The furthest a call can go; decides whether it is asked about. */
  effect: Effect;
  /** Wording of its card; required for every effect but `read`. */
  card?(args: Record<string, unknown>): {
    /** Two to five words. */
    title: string;
    /** What will happen and where, in one sentence. */
    sentence: string;
    /** What the middle of the card shows; the arguments as JSON where not given. */
    text?: string;
  };
  /**
   * That each call is asked about, and in which words; what the person has set
   * for the tool counts before it. It cannot say that nobody is asked.
   */
  interruptOn?: Exclude<InterruptOn, false>;
  /** One line while it runs. */
  running?(args: Record<string, unknown>): string;
  /**
   * Asks the person, by a confirmation, a choice or a form, and does nothing
   * else: their answer is the result. Its effect is `read`. Called again when
   * the run goes on, so it is pure and always asks the same.
   */
  interrupt?(args: Record<string, unknown>): InterruptRequest;
  /**
   * Does it. What it returns is data for the model; what it throws is a failure.
   * Required unless there is an `interrupt`.
   */
  run?(
    args: Record<string, unknown>,
    context: { signal: AbortSignal; notebook: string }
  ): Promise<string | { text: string; ok?: boolean; summary?: string }>;
}
