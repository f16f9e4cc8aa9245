import { isGraphBubbleUp } from '@langchain/langgraph/web';

import {
  graphThreadId,
  type ICallRecord,
  type IToolResult,
  type RunOutcome
} from '../../contract';
import { SpentTokens } from '../model/spent-tokens';
import { isFenced } from '../errors/errors';
import { explainRunError } from '../errors/explain-run-error';
import type { IRunDependencies } from '../run-context/run-dependencies';
import {
  keepWorkflowPlace,
  workflowPlaceOf,
  workState,
  type IWorkflowPlace
} from '../run-context/workflow-place';
import type {
  IWorkflowCall,
  IWorkflowCalls,
  WorkflowStand
} from '../tool-calls/call-context';
import type { IWorkflowRun } from '../run-context/workflow';
import type { AgentGraph } from './middleware-chain';
import {
  workflowHost,
  type HostDependencies,
  type IHostParts
} from './workflow-host';
import { workflowPosition } from './workflow-position';

/** The most supersteps that the work of a call may take. */
const RECURSION_LIMIT = 10_000;

type Dependencies = HostDependencies &
  Pick<IRunDependencies, 'journal' | 'trans' | 'workflow'>;

interface IOpenWork {
  callId: string;
  place: IWorkflowPlace;
}

/**
 * Runs graphs above the agent that do the work of calls. Each runs in the node
 * of its call, so that its pauses are pauses of the conversation, and its
 * checkpoints are stored with those of the conversation. The place of the
 * checkpoints is stored before the work begins.
 */
export class RunWorkflowCalls implements IWorkflowCalls {
  private readonly _underWay = new Set<string>();
  /** Calls whose work was reported as ended. */
  private readonly _ended = new Set<string>();
  private readonly _flows = new Map<string, Promise<IWorkflowRun>>();
  private readonly _spent = new Map<string, SpentTokens>();

  constructor(
    private readonly _dependencies: Dependencies,
    private readonly _parts: Omit<IHostParts, 'spent' | 'beside'>,
    /** Reads the position of an agent within the graph. */
    private readonly _agent: AgentGraph
  ) {}

  async run(call: IWorkflowCall): Promise<IToolResult> {
    const { callId, workflow } = call;
    const { trans } = this._dependencies;
    if (this._underWay.size > 0) {
      return {
        ok: false,
        text: 'Not run: it would begin within the work of another call. Go on without it.',
        summary: trans.__(
          'Not run: another call is already doing work like this'
        )
      };
    }
    this._underWay.add(callId);
    try {
      return await this._run(call);
    } catch (error) {
      if (isGraphBubbleUp(error) || isFenced(error)) {
        throw error;
      }
      return await this._failed(callId, workflow, error);
    } finally {
      this._underWay.delete(callId);
    }
  }

  async stand(): Promise<WorkflowStand | null> {
    let last: WorkflowStand | null = null;
    for (const { callId, place } of await this._open()) {
      const { at } = await workflowPosition(
        await this._flow(callId, place.workflow),
        this._agent,
        this._dependencies.checkpointer,
        place
      );
      last = at;
    }
    return last;
  }

  async end(outcome: RunOutcome): Promise<void> {
    for (const { callId, place } of await this._open()) {
      await this._tellEnd(
        callId,
        place,
        outcome === 'stopped' ? 'stopped' : 'given-up'
      );
    }
  }

  private async _run({
    callId,
    workflow,
    order,
    config
  }: IWorkflowCall): Promise<IToolResult> {
    const { journal, trans } = this._dependencies;
    const { at } = this._parts.run.options;
    const flow = await this._flow(callId, workflow);
    const { thread_id, checkpoint_ns } = config.configurable as {
      thread_id?: string;
      checkpoint_ns?: string;
    };
    await keepWorkflowPlace(journal, at, callId, {
      workflow,
      thread: thread_id ?? graphThreadId(at),
      namespace: checkpoint_ns ?? ''
    });
    const { run } = this._parts;
    const count = run.onUsage;
    run.onUsage = usage => {
      count(usage);
      this._spentOf(callId).add(usage);
    };
    let state: unknown;
    try {
      state = await flow.graph.invoke(
        flow.input({
          messageId: callId,
          text: order.text,
          context: '',
          history: [],
          report: order.report ?? null,
          plan: null,
          without: [],
          args: order.args ?? null
        }) as never,
        { ...config, recursionLimit: RECURSION_LIMIT } as never
      );
    } finally {
      run.onUsage = count;
    }
    if (!this._ended.has(callId)) {
      this._ended.add(callId);
      flow.ended(state, 'done');
    }
    return (
      flow.result?.(state) ?? {
        ok: true,
        text: flow.outcome(state)?.report ?? 'Done.',
        summary: trans.__('Done')
      }
    );
  }

  private async _failed(
    callId: string,
    workflow: string,
    error: unknown
  ): Promise<IToolResult> {
    const { journal, trans } = this._dependencies;
    const { signal, options } = this._parts.run;
    const isStopped = signal.aborted;
    const place = await workflowPlaceOf(journal, options.at, callId);
    if (place) {
      await this._tellEnd(callId, place, isStopped ? 'stopped' : 'given-up');
    }
    if (isStopped) {
      return {
        ok: false,
        stopped: true,
        text: 'The person stopped the work before it was finished.',
        summary: trans.__('Stopped before it was done')
      };
    }
    console.warn(`Cellwright: the work of ${workflow} failed`, error);
    const { title, text } = explainRunError(error, trans);
    return {
      ok: false,
      text: `It was not completed: ${title} ${text}`,
      summary: trans.__('Failed: %1', title)
    };
  }

  private async _tellEnd(
    callId: string,
    place: IWorkflowPlace,
    how: 'stopped' | 'given-up'
  ): Promise<void> {
    if (this._ended.has(callId)) {
      return;
    }
    this._ended.add(callId);
    const state = await workState(this._dependencies.checkpointer, place);
    if (state !== null) {
      (await this._flow(callId, place.workflow)).ended(state, how);
    }
  }

  /**
   * Returns the same graph each time the call continues.
   *
   * @throws SetupError
   */
  private _flow(callId: string, workflow: string): Promise<IWorkflowRun> {
    const flow =
      this._flows.get(callId) ??
      this._dependencies.workflow(workflow).then(each =>
        each.make(
          workflowHost(
            this._dependencies,
            {
              ...this._parts,
              spent: this._spentOf(callId),
              beside: new Map()
            },
            callId
          )
        )
      );
    this._flows.set(callId, flow);
    // After a failure it is loaded again the next time.
    flow.catch(() => this._flows.delete(callId));
    return flow;
  }

  private _spentOf(callId: string): SpentTokens {
    const { journal, at } = this._parts.run.options;
    const spent =
      this._spent.get(callId) ?? new SpentTokens(journal, at, callId);
    this._spent.set(callId, spent);
    return spent;
  }

  /** Work of the run that was begun and has no outcome yet. */
  private async _open(): Promise<IOpenWork[]> {
    const { journal } = this._dependencies;
    const { at, runId } = this._parts.run.options;
    const calls = await journal.calls(at, runId);
    const open = calls.filter(
      ({ outcome, intent }: ICallRecord) => !outcome && intent
    );
    const works: IOpenWork[] = [];
    for (const { callId } of open) {
      const place = await workflowPlaceOf(journal, at, callId);
      if (place) {
        works.push({ callId, place });
      }
    }
    return works;
  }
}
