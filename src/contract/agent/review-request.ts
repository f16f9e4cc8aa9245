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
  /** The answer to a question; it is the tool's result. */
  z.object({ type: z.literal('respond'), message: z.string() })
]);
export type Decision = z.infer<typeof decisionSchema>;

/** A decision as it is kept: with what it was made on. */
export interface IDecisionRecord {
  callId: string;
  decision: Decision;
  /** Mark of what was shown: the arguments and the cell's source or file's text then. */
  hash: string;
  /**
   * `person`, the name of the standing rule that let it through, `timeout`, or
   * `GIVEN_UP`.
   */
  by: string;
  /** ms since the epoch. */
  time: number;
}

/** Who rejected what was asked again and again. */
export const GIVEN_UP = 'rounds';

/** A rejection by a timeout or after too many rounds, not by a person; the call is not asked about again. */
export function isRefusal({
  decision,
  by
}: Pick<IDecisionRecord, 'decision' | 'by'>): boolean {
  return decision.type === 'reject' && (by === 'timeout' || by === GIVEN_UP);
}

/** What the middle of a card shows. */
export type CardBody =
  | {
      kind: 'code';
      /** A CodeMirror-known language name or MIME type; the kernel's. */
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
  /** The arguments of a tool of a server: JSON, and the schema it fits. */
  | { kind: 'arguments'; schema: Record<string, unknown>; text: string }
  /** A shell command, and what it is given to read where a call says so. */
  | { kind: 'command'; text: string; cwd: string; stdin?: string }
  /** Cells, as they are: to be run, deleted or moved. */
  | {
      kind: 'cells';
      mimeType: string;
      cells: { id: string; source: string }[];
    }
  /**
   * A call that may have run before the page went. The answer is a `respond`
   * decision: `run`, `done` or `skip`.
   */
  | { kind: 'unclear'; mimeType: string; text: string; why: string }
  /** A question to the person. The answer is a `respond` decision. */
  | {
      kind: 'question';
      question: string;
      options: string[];
      /** More than one of the options may be chosen. */
      multiple: boolean;
    };

/** What a card says of the server that a call goes to. */
export interface ICardServer extends IServerTool {
  /** Host and port, and the path under Jupyter. */
  host: string;
  /** What the server says of the tool's behaviour; nobody has checked it. */
  hints: readonly ('readOnly' | 'destructive' | 'idempotent' | 'openWorld')[];
  /** All it says of the tool, which a person may read. */
  says: string;
  /** What it said when it was last allowed for good, where that was something else. */
  said?: string;
  /** Set for the first call to the server in this conversation. */
  first?: boolean;
  /** Summaries of earlier results whose text stands in the arguments. */
  holds?: readonly string[];
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
  /** Set where `interruptOn` words the sentence: it then is the card's heading. */
  worded?: boolean;
  /** Where it goes, for the line under the code: "after ⟦id⟧ in a.ipynb · Python 3". */
  place: string;
  /** The model's own reason, as it gave it; untrusted text. */
  reason?: string;
  body: CardBody;
  /** The argument that `body.text` is, and that Edit changes. */
  editable?: string;
  /** Set for a write outside the notebook's folder: no standing rule covers it. */
  elsewhere?: boolean;
  /** Why it asks whatever the rules say, in a sentence. */
  always?: string;
  /** Set for a tool of a server. */
  server?: ICardServer;
  /** Set where the model wrote the call into its text: no standing rule covers it. */
  fromText?: boolean;
  /** Mark of what the card was made on; a decision carries it. */
  hash: string;
  /** Set when the card came back: what changed in the meantime. */
  voided?: string;
}

/** How long a review waits for a person. */
export interface IReviewLimit {
  /** ms since the epoch. */
  until: number;
  /** Then what nobody decided on is rejected, or the run is stopped. */
  then: 'reject' | 'cancel';
}
