import type { NotebookSaver } from '../effects/notebook-saver';
import type { IRunContext } from '../run/run-context';
import type { TurnRules } from '../run/turn-rules';
import type { CallLedger } from './call-ledger';
import type { RunnableConfig } from '@langchain/core/runnables';
import type { ToolCallHandler } from 'langchain';
import type {
  IAgentError,
  ICallRecord,
  IWorkOrder,
  IToolResult,
  RunOutcome
} from '../../contract';

/** A run, as seen by its calls. */
export interface ICallContext extends IRunContext {
  readonly calls: CallLedger;
  readonly saver: NotebookSaver;
  readonly turn: TurnRules;
  readonly workflowCalls: IWorkflowCalls;
  /** Called when there is no point in continuing ("the notebook was closed"). */
  end(reason: EndReason): void;
}

/** Why a run ends although nothing failed: there is no point in continuing. */
export type EndReason = Pick<IAgentError, 'code' | 'title' | 'text'>;

/** A tool call as it is in the model's message. */
export interface IToolCall {
  id: string;
  name: string;
  args: Record<string, unknown>;
  /**
   * Set if it was read out of the text, so the model did not make it as a call.
   */
  fromText?: boolean;
}

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

/** A call, and the graph that does its work. */
export interface IWorkflowCall {
  callId: string;
  /** Name of the graph. */
  workflow: string;
  order: IWorkOrder;
  /**
   * Config of the node that the call runs in, whose pauses include those of the
   * graph.
   */
  config: RunnableConfig;
}

/** Work of calls that is done by graphs above the agent. */
export interface IWorkflowCalls {
  /**
   * Continues the work of a call, or begins it.
   *
   * @throws when it pauses, as LangGraph does.
   */
  run(call: IWorkflowCall): Promise<IToolResult>;
  /** Called when the run has ended; unfinished work ends with it. */
  end(outcome: RunOutcome): Promise<void>;
}

/** For use when no run has begun. */
export const NO_WORKFLOW_CALLS: IWorkflowCalls = {
  run: () => Promise.reject(new Error('No run is there to do the work in.')),
  end: async () => undefined
};
