import type { z } from 'zod';

import type {
  Effect,
  InterruptOn,
  IPolicy,
  IPolicyRequest
} from '../policy/policy';
import type { IAttachedDocuments } from '../ports/documents';
import type { IFiles } from '../ports/files';
import type { IGrammars } from '../ports/grammars';
import type { IImages } from '../ports/images';
import type { INotebook } from '../ports/notebook';
import type { IPatterns } from '../ports/patterns';
import type { IResultLink, IToolSound } from '../ports/result-thing';
import type { IShell } from '../ports/shell';
import type { ISkills } from '../ports/skills';
import type { IWorkOrder } from '../report/reports';
import type { ITranslator } from '../text/translator';
import type { IAnswerNumber } from './agent-event';
import type { IAskedRounds, IMcpQuestion, McpAnswer } from './mcp-question';
import type { InterruptRequest } from './interrupt-request';
import type { CardBody, ICardServer, ICodeQuestion } from './review-request';

/** An image returned by a tool. */
export interface IToolImage {
  /** `image/png` or `image/jpeg`. */
  mimeType: string;
  /** base64, without a data-URL prefix. */
  data: string;
  width: number;
  height: number;
}

/** A tool's return value; the engine makes a tool message and an event of it. */
export interface IToolResult {
  /** What the model reads. The tool keeps it within bounds. */
  text: string;
  /** The same for the person, if the text also advises the model. */
  shown?: string;
  images?: IToolImage[];
  /** For the person to hear. */
  sounds?: IToolSound[];
  /** Resources the person may attach to a message. */
  links?: IResultLink[];
  /** `false` if the effect failed; later calls of the step are then not run. */
  ok: boolean;
  /** One line for the thread in the past tense; may hold cell marks. */
  summary: string;
  /** The cell that was made, changed or run. */
  cellId?: string;
  /** Cells whose complete source the model has now seen: id → hash of the source. */
  seen?: Record<string, string>;
  /** Cells that the call inserted. */
  created?: string[];
  /** Set if the call restarted the kernel, so that its text says so. */
  restarted?: boolean;
  /** Set if the run was cut short by a stop. */
  stopped?: boolean;
  /** Set if the kernel kept running after the stop. */
  stuck?: boolean;
  /** Duration of the effect itself in ms, if known. */
  ms?: number;
  /** Names of tools that can be called from the next request on. */
  found?: string[];
  /** For `final_answer`: ends the run. */
  final?: {
    answer: string;
    summary?: string;
    nextItems: string[];
    /** Added by the engine. */
    numbers?: IAnswerNumber[];
  };
}

/**
 * The short names of cells in text that a model reads or writes: the first
 * characters of their ids. A tool itself receives and returns complete ids;
 * only its texts for the model use names.
 */
export interface ICellNames {
  /**
   * The model's name for a cell, valid to the end of the conversation.
   * @param among ids of all cells of its notebook, if that is not the run's
   * notebook.
   */
  of(id: string, among?: readonly string[]): string;
  /** What to tell the model about a reference that fits no cell, or several. */
  unknown(reference: string): string;
  /** A text in which the marks of known cells are replaced by their names. */
  inText(text: string): string;
}

/** What a tool may use while it runs. */
export interface IToolContext {
  /** The notebook the run is bound to. Throws `WorkspaceError` if it is gone. */
  notebook: INotebook;
  /** The model's names for its cells. */
  names: ICellNames;
  files: IFiles;
  shell: IShell;
  /** Skills the person agreed to; none if absent. */
  skills?: ISkills;
  /** Documents the person attached; none if absent. */
  documents?: IAttachedDocuments;
  /** Regular expressions, run in a worker and with a time limit. */
  patterns: IPatterns;
  /** Turns image outputs into a form that suits a model. */
  images: IImages;
  /** Parsers used to classify code that is about to run. */
  grammars: IGrammars;
  /** False in "schemas only" mode: no value, output or sample may be revealed. */
  values: boolean;
  trans: ITranslator;
  /** Aborted by Stop; `signal.reason` says why. */
  signal: AbortSignal;
  /** By cell id: hash of the source as the model last read it. */
  seen: Readonly<Record<string, string>>;
  /** Ids of the cells the agent made in this thread. */
  created: ReadonlySet<string>;
  /**
   * The empty cell the person was in when they sent the message; the agent's
   * first new cell goes there. Then the last cell that it made, which the next
   * one follows.
   */
  nextPlace?: string;
  /**
   * The cell that an earlier call of the step put where this one goes too, by
   * the same `after`.
   */
  behind?: string;
  /**
   * Set while a card is made if an earlier call of the step, not applied yet,
   * adds a cell: this call's new cell goes after that one by default.
   */
  followsNewCell?: boolean;
  /** Code of earlier calls of the step that have not run yet. */
  earlierCode?: readonly string[];
  /** Code that a person allowed beyond what is known; none if absent. */
  allowedCode?: Pick<IPolicy, 'packages' | 'languages'>;
  /**
   * Asks the person while the call goes on; if absent, nobody can be asked.
   *
   * @param options.key stays the same for the same question after a reload.
   */
  ask?(
    question: IMcpQuestion,
    options: { signal: AbortSignal; key?: string }
  ): Promise<McpAnswer>;
  /** Stores what a server wants answered before it continues with the call. */
  rounds?: IAskedRounds;
  /**
   * Does the work of this call with the tool's `workflow`, from wherever it
   * stands: after a reload it continues instead of starting over. Do not catch
   * anything other than an `Error` of the work, because the graph pauses by
   * throwing.
   */
  work?(order: IWorkOrder): Promise<IToolResult>;
  /** Tells the thread what is happening ("waits for input"), and on which cell. */
  progress(update: {
    text?: string;
    /** Progress from 0 to 1, if known. */
    done?: number;
    cellId?: string;
    /** More of a command's output; appended to what is shown. */
    output?: string;
  }): void;
}

/**
 * The situation when a run begins; decides which tools are offered. What the
 * agent itself changes (cells, files, the kernel) is no reason: each change of
 * the tools is a new beginning for the caches of providers.
 */
export interface IOfferFacts {
  /** Whether commands can be run; see `IShell.availability`. */
  shell: boolean;
  /** Number of skills the person agreed to. */
  skills: number;
  /** Number of documents the person attached in the conversation. */
  documents?: number;
  /** The kernel's language as it names it; empty or absent if it is not known yet. */
  language?: string;
}

/** What a call's card shows, made from the call and the current notebook. */
export interface IProposal {
  title: string;
  sentence: string;
  place: string;
  reason?: string;
  body: CardBody;
  editable?: string;
  /** Set if code has the effect `shell`. */
  codeQuestion?: ICodeQuestion;
  /** Set for a server's tool. */
  server?: ICardServer;
  /**
   * What the decision depends on besides the arguments, such as the cell's
   * current source.
   */
  basis?: string;
  /** The text itself, if `basis` only identifies its state. */
  content?: string;
  /** As in `IPolicyRequest`, if that can only be told from the result of the call. */
  always?: string;
  /** The effect, if the result of the call shows it to be stricter. */
  effect?: Effect;
}

/**
 * A tool: a plain declaration and a `run`. The engine wraps it for LangChain;
 * the panel draws cards and lines from what is declared here.
 *
 * `check`, `effect`, `policy`, `offered` and `propose` only read and may be
 * called repeatedly.
 */
// A list of tools has arguments of every type; each tool checks its own by
// schema.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface ITool<A = any> {
  name: string;
  /** Its name for people; searched when there are many tools. */
  title?: string;
  /** Other names people use for it, in any language; searched, but never sent. */
  alsoCalled?: string;
  /** Where it comes from: a server or an extension. */
  server?: string;
  /** What the model sees. Keep it short: every description adds to the prompt. */
  description: string;
  /** Arguments. Unknown keys are dropped, so that a card shows everything that runs. */
  schema: z.ZodType<A>;
  /**
   * Turns what models tend to write into arguments that fit the schema. Pure.
   * Without it, arguments that are `null` are left out.
   */
  tidy?(args: Record<string, unknown>): Record<string, unknown>;
  /**
   * Arguments that refer to cells, one or a list. A model writes names there;
   * `run` and everything else receive ids. A name that fits no cell, or
   * several, is left as it is, for `check` to refuse.
   */
  cellArguments?: readonly string[];
  /**
   * Every effect a call can have. "Ask" mode offers only tools whose sole
   * effect is `read`.
   */
  effects: readonly Effect[];
  /**
   * The effect of this call: one of `effects`. Tools without an effect
   * (`final_answer`) return `read`. An argument can only make it stricter.
   */
  effect(args: A, context: IToolContext): Effect;
  /** How its calls are asked about, regardless of the policy (`ask_user`). */
  interruptOn?: InterruptOn;
  /**
   * Asks the person instead of doing something: their answer is the result, and
   * `run` is only reached if they could not be asked. Such a tool only reads.
   * It is called again when the run continues, so it must be pure and ask the
   * same question each time.
   */
  interrupt?(args: A, context: IToolContext): InterruptRequest;
  /**
   * Name of the graph above the agent that does the work of this tool's calls,
   * with cards of its own; `run` starts it through `context.work`. Such a call
   * is the only one of its step. Other calls on the notebook do not wait for
   * it, because everything its graph does passes the gate on its own.
   */
  workflow?: string;
  /**
   * Offered only if it fits the person's message or the plan's step, or was
   * used before, so that it costs other requests nothing.
   */
  onDemand?: true;
  /** Whether the tool is useful now; always offered if absent. */
  offered?(facts: IOfferFacts): boolean;
  /**
   * Set if its result holds no values when `context.values` is false; otherwise
   * the result is then withheld from the model.
   */
  schemasOnly?: true;
  /** Facts for the policy besides the effect. */
  policy?(args: A, context: IToolContext): Partial<IPolicyRequest>;
  /**
   * What is currently wrong with the call, in words for the model (naming the
   * next step), or null. Called before a card is shown. It may be a promise,
   * because some things (whether a file exists) only the server knows.
   */
  check?(
    args: A,
    context: IToolContext
  ): string | null | Promise<string | null>;
  /** What its card shows. Required for every effect except `read`. */
  propose?(args: A, context: IToolContext): IProposal | Promise<IProposal>;
  /** One line while it runs or waits ("Reading the notebook"); may hold cell marks. */
  running(args: A, trans: ITranslator): string;
  /**
   * Carries out the call. Rejects only on defects; anything a person can run
   * into is a result.
   */
  run(args: A, context: IToolContext): Promise<IToolResult>;
}

/**
 * A tool of another extension. It uses JSON Schema and a plain function,
 * because each extension has its own copy of every library.
 */
export interface IToolDeclaration {
  /** `^[a-zA-Z0-9_-]{1,64}$`, and not a name already taken. */
  name: string;
  /** Its name for people; searched when there are many tools. */
  title?: string;
  /** Where it comes from: a server or an extension. */
  server?: string;
  description: string;
  /** JSON Schema of an object: the arguments. */
  parameters: Record<string, unknown>;
  /**
   * Names of the parameters that hold cell ids, one or a list. Models know
   * cells by short names; these are replaced by ids, and a call that names a
   * cell that does not exist is refused. If absent, the model's words are
   * passed on unchanged.
   */
  cellArguments?: readonly string[];
  /**
   * The most far-reaching effect a call can have; decides whether it is asked
   * about.
   */
  effect: Effect;
  /** Text of its card; required for every effect except `read`. */
  card?(args: Record<string, unknown>): {
    /** Two to five words. */
    title: string;
    /** What will happen and where, in one sentence. */
    sentence: string;
    /** The middle part of the card; by default the arguments as JSON. */
    text?: string;
  };
  /**
   * Makes every call ask, and words the question; the person's own settings for
   * the tool take precedence. It cannot switch asking off.
   */
  interruptOn?: Exclude<InterruptOn, false>;
  /** One line while it runs. */
  running?(args: Record<string, unknown>): string;
  /**
   * Asks the person for a confirmation, a choice or a form, and does nothing
   * else: their answer is the result. Its effect is `read`. It is called again
   * when the run continues, so it must be pure and ask the same question each
   * time.
   */
  interrupt?(args: Record<string, unknown>): InterruptRequest;
  /**
   * Carries out the call. The return value is data for the model; anything
   * thrown is a failure. Required unless there is an `interrupt`.
   */
  run?(
    args: Record<string, unknown>,
    context: { signal: AbortSignal; notebook: string }
  ): Promise<string | { text: string; ok?: boolean; summary?: string }>;
}
