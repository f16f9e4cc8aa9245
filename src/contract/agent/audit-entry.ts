import type { Decision } from './review-request';

/** A past decision, as an entry of the audit log. */
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
  /** ms from showing the card to the decision. */
  after?: number;
  decision?: Decision;
  detail?: unknown;
}
