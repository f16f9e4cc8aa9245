import type { ToolCallHandler, ToolCallRequest } from 'langchain';

import type { ICallRecord, IDecisionRecord } from '../../contract';
import type { Writer } from '../run-context/run-context';
import type { IToolCall } from './review-call';

/** What LangChain hands the gate, with the decisions of the step. */
export type GateRequest = ToolCallRequest & {
  state: { decisions?: Record<string, IDecisionRecord> };
};

/** A call on its way through the gate. */
export interface IGateCall {
  call: IToolCall;
  /** Why it could not be read, in words for the model. */
  fault?: string;
  /** Whether it is the only one of its step. */
  isAlone: boolean;
  /** Whether an effect before it in the step failed. */
  brokenBefore: boolean;
  /** The call as an earlier page left it, where it had begun there. */
  known?: ICallRecord;
  request: GateRequest;
  handler: ToolCallHandler;
  writer: Writer;
}
