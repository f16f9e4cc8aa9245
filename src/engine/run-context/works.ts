import type { RunnableConfig } from '@langchain/core/runnables';

import type { IWorkOrder, IToolResult, RunOutcome } from '../../contract';

/** As `IGraphPosition.at`, of the graph that does the work. */
export type WorkStand = 'pause' | 'review' | 'tools' | 'model' | 'end';

/** A call, and the graph that does its work. */
export interface IWorkCall {
  callId: string;
  /** Name of the graph. */
  workflow: string;
  order: IWorkOrder;
  /** Of the node that the call runs in: what the graph pauses for is the node's. */
  config: RunnableConfig;
}

/** The work of calls that is done by a graph above the agent. */
export interface IWorks {
  /**
   * Goes on with the work of a call, or begins it.
   *
   * @throws where it pauses, as LangGraph does.
   */
  run(call: IWorkCall): Promise<IToolResult>;
  /** Where the work stands of a call that has no outcome; null where there is none. */
  stand(): Promise<WorkStand | null>;
  /** The run has ended, and with it what is not at its end. */
  end(outcome: RunOutcome): Promise<void>;
}

/** Where no run has begun. */
export const NO_WORKS: IWorks = {
  run: () => Promise.reject(new Error('No run is there to do the work in.')),
  stand: async () => null,
  end: async () => undefined
};
