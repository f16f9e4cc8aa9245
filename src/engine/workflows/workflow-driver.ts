import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import {
  graphThreadId,
  type IBranch,
  type RunOutcome,
  type ICallRecord,
  type IToolResult
} from '../../contract';
import { messageContext } from '../context/message-context';
import { answerOf, saidIn } from '../history/timeline';
import { prepareHistory } from '../middleware/request';
import { taskMessage } from '../model/task-message';
import { SpentTokens } from '../model/token-usage';
import {
  graphConfig,
  keepWorkflowPlace,
  workflowPlaceOf,
  workState,
  type IWorkflowPlace
} from '../run/graph-config';
import type { IUnsentMessage, IRunDependencies } from '../run/run-dependencies';
import type { IWorkflow, IWorkflowRun } from './workflow';
import {
  messagesOf,
  type IGraphPosition,
  workflowPosition
} from '../run/graph-position';
import type { AgentGraph } from '../run/middleware-chain';
import type { IRunDriver } from '../run/stream-run';
import {
  workflowHost,
  type AnswersBeside,
  type HostDependencies,
  type IHostParts
} from './workflow-host';
import { isGraphBubbleUp } from '@langchain/langgraph/web';
import { isFenced, explainRunError } from '../errors';
import type { IWorkflowCall, IWorkflowCalls } from '../calls/call-context';

/** How many messages of the conversation a workflow begins with. */
const HISTORY = 10;

interface IWorkflowParts extends Omit<IHostParts, 'spent' | 'beside'> {
  /**
   * The agent of the conversation, used to read the position of a step's agent.
   */
  agent: AgentGraph;
  /** Id of the work. */
  id: string;
  /** Keys of memories to leave out this time. */
  without?: readonly string[];
}

/** Drives a graph above the agent, in a mode that has one. */
export interface IWorkflowDriver extends IRunDriver {
  /**
   * The input that the graph begins with.
   *
   * @param notes what its models are told in addition to the messages.
   */
  input(
    unsent: readonly IUnsentMessage[],
    notes: readonly string[]
  ): Promise<unknown>;
  /** Adds the request and its result to the conversation. */
  leave(outcome: RunOutcome): Promise<void>;
}

/**
 * Drives a workflow on checkpoints of its own, beside those of the
 * conversation: they are deleted with it, and never mix with its messages.
 */
export function workflowDriver(
  dependencies: HostDependencies,
  workflow: IWorkflow,
  parts: IWorkflowParts
): IWorkflowDriver {
  const { run, agent, id } = parts;
  const { at: conversation } = run.options;
  const at: IBranch = {
    threadId: conversation.threadId,
    branch: `${conversation.branch}~${id}`
  };
  const spent = new SpentTokens(run.options.journal, conversation, id);
  run.onUsage = usage => spent.add(usage);
  const beside: AnswersBeside = new Map();
  const flow = workflow.make(
    workflowHost(dependencies, { ...parts, spent, beside }, id)
  );
  return {
    at,
    stream: (input, options) => flow.graph.stream(input as never, options),
    // Agents that work at the same time are each shown as a whole.
    streams: namespace => !beside.has(namespace.split('|', 1)[0]),
    position: () => position(),
    input: (unsent, notes) => input(unsent, notes),
    leave: outcome => leave(outcome)
  };

  function position(): Promise<IGraphPosition> {
    return workflowPosition(flow, agent, dependencies.checkpointer, at);
  }

  async function input(
    unsent: readonly IUnsentMessage[],
    notes: readonly string[]
  ): Promise<unknown> {
    const text = unsent.map(each => each.text).join('\n\n');
    const attachments = unsent.flatMap(each => each.attachments ?? []);
    const [context, stored] = await Promise.all([
      messageContext(run, {
        text,
        attachments,
        facts: 'none'
      }),
      messagesOf(agent, conversation)
    ]);
    const { messages } = prepareHistory(run, stored);
    return flow.input({
      messageId: unsent.at(-1)?.messageId ?? id,
      text: run.names.inText(text),
      context: [...notes, context.text].filter(Boolean).join('\n\n'),
      history: messages
        .flatMap(message => {
          const role = ROLES[message.type];
          const text = saidBefore(message);
          return role && text ? [{ role, text }] : [];
        })
        .slice(-HISTORY),
      report: unsent.find(each => each.report)?.report ?? null,
      plan: unsent.find(each => each.plan)?.plan ?? null,
      without: parts.without ?? [],
      args: null
    });
  }

  async function leave(outcome: RunOutcome): Promise<void> {
    const how =
      outcome === 'answered'
        ? 'done'
        : outcome === 'stopped'
          ? 'stopped'
          : 'failed';
    const state: unknown = (await flow.graph.getState(graphConfig(at))).values;
    const values =
      how !== 'done' && flow.cutShort
        ? await flow.cutShort(state, (await position()).messages, how)
        : state;
    flow.ended(values, how);
    const message = flow.outcome(values);
    const { notebook } = run.options;
    if (message) {
      await agent.graph.updateState(
        graphConfig(conversation),
        {
          messages: [
            taskMessage(message),
            new AIMessage({
              id: `${id}-report`,
              content: run.names.inText(
                message.report,
                notebook.isOpen ? notebook.cells().map(cell => cell.id) : []
              )
            })
          ]
        },
        // After it there is nothing to do, since the message has no calls.
        'model_request'
      );
    }
  }
}

/** What a message said: without what was sent along, with a final answer. */
function saidBefore(message: BaseMessage): string {
  const answers = AIMessage.isInstance(message)
    ? (message.tool_calls ?? []).map(call => answerOf(call) ?? '')
    : [];
  return [saidIn(message), ...answers].join('\n\n').trim();
}

const ROLES: Partial<Record<string, 'user' | 'assistant'>> = {
  human: 'user',
  ai: 'assistant'
};

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
    private readonly _parts: Omit<IHostParts, 'spent' | 'beside'>
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
