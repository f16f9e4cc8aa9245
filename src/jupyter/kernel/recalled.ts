import type { ISentRequest } from '../../contract';

export interface IRecalled extends ISentRequest {
  /** Null for code without a cell. */
  cellId: string | null;
  /** Hash of the code that was sent. */
  hash: string;
  callId: string;
}
