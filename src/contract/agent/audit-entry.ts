import type { Decision } from './review-request';

/** A decision that was made before, for a log. */
export interface IAuditEntry {
  time: number;
  kind:
    | 'message'
    | 'request'
    | 'proposal'
    | 'decision'
    | 'effect'
    | 'outcome'
    | 'timeout'
    | 'duplicate'
    | 'undo'
    | 'branch'
    | 'run';
  /** One sentence. */
  text: string;
  callId?: string;
  tool?: string;
  /** `person`, the name of a rule, or `timeout`. */
  by?: string;
  /** ms from the card to the decision. */
  after?: number;
  decision?: Decision;
  detail?: unknown;
}
