import type { ToolCallHandler } from 'langchain';
import type { ICallRecord, IToolResult } from '../../contract';
import type { Writer } from '../run-context/run-context';
import type { IToolCall } from './review-call';

/** LangChain's request to the gate. */
export type GateRequest = Parameters<ToolCallHandler>[0];

export interface IStepCall extends IToolCall {
  /** Why the call could not be read, as a sentence for the model. */
  fault?: string;
  /** Whether it is the only call of its step. */
  isAlone: boolean;
}

/** A call whose turn in the gate has come. */
export interface IGateCall {
  call: IStepCall;
  /** The calls of the step that come after it. */
  later: IStepCall[];
  /** Id of the message with the calls. */
  messageId?: string;
  /** Whether an earlier effect of the step failed. */
  brokenBefore: boolean;
  /** The call as recorded, by this page or an earlier one. */
  known?: ICallRecord;
  request: GateRequest;
  handler: ToolCallHandler;
  writer: Writer;
}

export interface ICallAnswer {
  state: 'done' | 'failed' | 'rejected' | 'stopped';
  /** The text that the model reads. */
  text: string;
  /** The same for the person, without the marks around data. */
  shown?: string;
  /** One line for the person. */
  summary: string;
  /** The effect failed, so the later calls of the step are not run. */
  broken?: boolean;
  result?: IToolResult;
  ranArgs?: Record<string, unknown>;
  ms?: number;
  /** Made in the mode "schemas only", so it holds no value. */
  schemasOnly?: boolean;
}
