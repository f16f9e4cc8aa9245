import { z } from 'zod';

import type { DecisionType, Effect } from '../policy/policy';
import type { IServerTool } from '../policy/server-tool';

/**
 * The wire format of a review is LangChain's human-in-the-loop format:
 * `{actionRequests, reviewConfigs}` goes out, `{decisions}` comes back, one
 * decision per action, in order. `cards` is ours and carries what the panel
 * draws; a client that knows only LangChain's format can ignore it.
 */
export interface IReviewRequest {
  actionRequests: IActionRequest[];
  reviewConfigs: IReviewConfig[];
  cards: IReviewCard[];
  /** Calls that are proposed once earlier ones of their step were applied. */
  following?: IFollowingCall[];
}

/**
 * A call of the same step that works on what a card changes, so that its own
 * card is made afterwards.
 */
export interface IFollowingCall {
  callId: string;
  /** The title its card would have now; may hold cell marks. */
  title: string;
  /** Its effect as far as it is known now. */
  effect: Effect;
}

export interface IActionRequest {
  name: string;
  args: Record<string, unknown>;
  description?: string;
}

export interface IReviewConfig {
  actionName: string;
  allowedDecisions: DecisionType[];
}

export const decisionSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('approve') }),
  z.object({
    type: z.literal('edit'),
    editedAction: z.object({
      name: z.string(),
      args: z.record(z.string(), z.unknown())
    })
  }),
  z.object({ type: z.literal('reject'), message: z.string().optional() }),
  /** The answer to a question; it becomes the tool's result. */
  z.object({ type: z.literal('respond'), message: z.string() })
]);
export type Decision = z.infer<typeof decisionSchema>;

/** A decision as stored, together with what it was based on. */
export interface IDecisionRecord {
  callId: string;
  decision: Decision;
  /**
   * Hash of what was shown: the arguments and the cell's source or the file's
   * text at that time.
   */
  hash: string;
  /** `person`, the name of the standing rule that let it through, or `timeout`. */
  by: string;
  /** ms since the epoch. */
  time: number;
}

/**
 * A rejection that no person made, since nobody decided in time; the call is not
 * asked about again.
 */
export function isAutomaticRejection({
  decision,
  by
}: Pick<IDecisionRecord, 'decision' | 'by'>): boolean {
  return decision.type === 'reject' && by === 'timeout';
}

/** The middle part of a card. */
export type CardBody =
  | {
      kind: 'code';
      /** Language name or MIME type that CodeMirror knows; the kernel's. */
      mimeType: string;
      text: string;
    }
  | {
      kind: 'diff';
      mimeType: string;
      before: string;
      text: string;
    }
  | {
      kind: 'file';
      path: string;
      mimeType: string;
      /** `null` for a file that does not exist yet. */
      before: string | null;
      text: string;
    }
  /** Arguments of a server's tool: JSON, and the schema it fits. */
  | { kind: 'arguments'; schema: Record<string, unknown>; text: string }
  /** A shell command, and its standard input if the call names one. */
  | {
      kind: 'command';
      text: string;
      cwd: string;
      stdin?: string;
      /** Name of the Python environment it runs in. */
      environment?: string;
      /** Machine that it runs on, if that does not see JupyterLab's files. */
      machine?: string;
    }
  /** Cells as they are now, to be run, deleted or moved. */
  | {
      kind: 'cells';
      mimeType: string;
      cells: { id: string; source: string }[];
    }
  /**
   * A call that may have run before the page was closed. The answer is a
   * `respond` decision: `run`, `done` or `skip`.
   */
  | { kind: 'unclear'; mimeType: string; text: string; why: string }
  /** A question for the person. The answer is a `respond` decision. */
  | {
      kind: 'question';
      question: string;
      options: string[];
      /** Whether several options may be chosen. */
      multiple: boolean;
    };

/** What a card shows about the server that a call goes to. */
export interface ICardServer extends IServerTool {
  /** Host and port, plus the path if it is under Jupyter. */
  host: string;
  /** What the server calls the tool, which may be anything. */
  title?: string;
  /** What the server claims about the tool's behaviour; nobody has checked it. */
  hints: readonly ('readOnly' | 'destructive' | 'idempotent' | 'openWorld')[];
  /** Everything the server says about the tool, for the person to read. */
  says: string;
  /** What it said when it was last allowed permanently, if that was different. */
  said?: string;
  /** Set for the conversation's first call to the server. */
  first?: boolean;
  /** Summaries of earlier results whose text appears in the arguments. */
  holds?: readonly string[];
}

/** Why code asks although a person permits code. */
export interface ICodeQuestion {
  /** The end of "This asks because …". */
  because: string;
  /** What a person may allow, so that it no longer asks for this reason. */
  allow?: { kind: 'package' | 'language'; name: string };
}

/** One call that waits for a person. Plain data: it is stored and drawn again. */
export interface IReviewCard {
  callId: string;
  tool: string;
  args: Record<string, unknown>;
  effect: Effect;
  allowedDecisions: DecisionType[];
  /** Two to five words: "Add a cell and run it". May hold cell marks. */
  title: string;
  /** One sentence: what will happen and where. May hold cell marks. */
  sentence: string;
  /** Set if `interruptOn` words the sentence, which is then the card's heading. */
  worded?: boolean;
  /** Where it goes, for the line under the code: "after ⟦id⟧ in a.ipynb · Python 3". */
  place: string;
  /** The model's own reason, verbatim; untrusted text. */
  reason?: string;
  body: CardBody;
  /** The argument shown as `body.text`, which Edit changes. */
  editable?: string;
  /** Set for a write outside the notebook's folder, which no standing rule covers. */
  elsewhere?: boolean;
  /** Why it asks regardless of the rules, in a sentence. */
  always?: string;
  /** Set if something in the code is not known to be harmless. */
  codeQuestion?: ICodeQuestion;
  /** Set for a tool of a server. */
  server?: ICardServer;
  /** Set if the model wrote the call into its text; no standing rule covers that. */
  fromText?: boolean;
  /** Hash of what the card was based on; a decision carries it. */
  hash: string;
  /** Set when the card is shown again: what changed in the meantime. */
  voided?: string;
}

/** How long a review waits for a person. */
export interface IReviewLimit {
  /** ms since the epoch. */
  until: number;
  /** At that time, undecided calls are rejected, or the run is stopped. */
  then: 'reject' | 'cancel';
}
