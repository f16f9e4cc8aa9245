import type { NotebookSaver } from '../effects/notebook-saver';
import type { IRunContext } from '../run-context/run-context';
import type { TurnRules } from '../run-context/turn-rules';
import type { CallLedger } from './call-ledger';
import type { RunnableConfig } from '@langchain/core/runnables';
import type {
  IAgentError,
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
  /** Set when there is no point in continuing ("the notebook was closed"). */
  endReason: EndReason | null;
}

/** Why a run ends although nothing failed: there is no point in continuing. */
export type EndReason = Pick<IAgentError, 'code' | 'title' | 'text'>;

/** See `IGraphPosition.at`; for the graph that does the work. */
export type WorkflowStand = 'pause' | 'tools' | 'model' | 'end';

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
  /**
   * The position of work whose call has no outcome yet; null if there is none.
   */
  stand(): Promise<WorkflowStand | null>;
  /** Called when the run has ended; unfinished work ends with it. */
  end(outcome: RunOutcome): Promise<void>;
}

/** For use when no run has begun. */
export const NO_WORKFLOW_CALLS: IWorkflowCalls = {
  run: () => Promise.reject(new Error('No run is there to do the work in.')),
  stand: async () => null,
  end: async () => undefined
};
