import { TURN_EFFECTS, planOrder } from '../../contract';
import type { Memory } from '../../memory';
import { answerNumbers } from '../../engine/model/answer-numbers';
import type {
  IWorkflow,
  IWorkflowHost
} from '../../engine/run-context/workflow';
import { cutShort, hostSteps } from './run-step';
import { hostModel } from './host-model';
import { hostPlanFiles } from './plan-files';
import { hostNotebookContext, hostStandingInstructions } from './host';
import { hostTools, withKnownTools } from './tools';
import { planGraph } from './plan-graph';
import { planMarkdown, shortened } from './texts';
import type { IPlanPorts } from './plan-ports';
import type { PlanStateValue } from './plan-state';

/** The memories a plan uses and adds to. */
type Memories = Pick<Memory, 'search' | 'collect'>;

/** Nodes that ask a model. */
const ASKING: ReadonlySet<string> = new Set([
  'make_plan',
  'prepare_step',
  'do_step',
  'summarise'
]);

/** Plan mode, for the engine to run. */
export function planWorkflow(memories: Memories | null): IWorkflow {
  return {
    name: 'plan',
    make: host => {
      const ports = portsOf(host, memories);
      return {
        graph: planGraph(ports, host.checkpointer),
        input: ({ messageId, text, context, history, without, plan }) => ({
          session: host.id,
          messageId,
          task: text,
          context,
          history,
          ignored: [...without],
          order: planOrder.nullable().catch(null).parse(plan)
        }),
        asksModel: node => ASKING.has(node),
        outcome: state => {
          const { messageId, task, route } = state as Partial<PlanStateValue>;
          return messageId && task
            ? {
                messageId,
                text: task,
                report: reportOf(state),
                ...(route === 'tool_required' &&
                  !isCell(state) && { task: taskName(task) })
              }
            : null;
        },
        cutShort: (state, messages, how) => {
          const known = state as PlanStateValue;
          return known.session
            ? cutShort(host, ports, known, { messages, how })
            : Promise.resolve(state);
        },
        ended: (state, how) => {
          const { session } = state as PlanStateValue;
          if (!session || how === 'failed' || isCell(state)) {
            // It can be continued, or there is no plan.
            return;
          }
          host.run.emit({
            type: 'plan-ended',
            plan: session,
            outcome: outcomeOf(
              state as PlanStateValue,
              how === 'done' ? 'done' : 'stopped'
            )
          });
        }
      };

      function reportOf(state: unknown): string {
        const { report, plan = [] } = state as PlanStateValue;
        return (
          report ||
          (plan.length > 0
            ? planMarkdown(state as PlanStateValue, ports.trans)
            : ports.trans.__('Stopped before anything was done.'))
        );
      }
    }
  };
}

function isCell(state: unknown): boolean {
  const { order } = state as PlanStateValue;
  return order !== null && 'cell' in order;
}

/** The first line of the task, shortened. */
function taskName(task: string): string {
  return shortened(task.trim().split('\n')[0], 120);
}

function outcomeOf(
  { route, rejected, stopped, outcomes }: PlanStateValue,
  how: 'done' | 'stopped'
): 'done' | 'chat' | 'rejected' | 'stopped' {
  // A plan that was rejected half-way has already done something.
  const isCut = rejected !== null && Object.keys(outcomes).length > 0;
  if (how === 'stopped' || stopped || isCut) {
    return 'stopped';
  }
  return route === 'simple_chat'
    ? 'chat'
    : rejected !== null
      ? 'rejected'
      : 'done';
}

function portsOf(host: IWorkflowHost, memories: Memories | null): IPlanPorts {
  const { options } = host.run;
  const domain = (): string => options.notebook.kernel.language.toLowerCase();
  return {
    model: hostModel(host),
    memory: {
      domain,
      search: async (kind, text, limit) =>
        memories?.search(kind, text, limit, domain()) ?? [],
      collect: seen =>
        memories?.collect(
          seen.flatMap(
            each =>
              withKnownTools(each, name => host.tool(name) !== undefined) ?? []
          )
        )
    },
    tools: hostTools(host, () => Date.now()),
    steps: hostSteps(host),
    planFiles: hostPlanFiles(host),
    settings: () => options.settings().plan,
    spent: () => host.spent(),
    putCell: (markdown, config) =>
      host.call('markdown', { content: markdown }, config),
    notebook: () => options.notebook.name,
    checkNumbers: (text, known) => answerNumbers(host.run, text, [], known),
    schemasOnly: () => options.settings().privacy.schemasOnly,
    standingInstructions: () =>
      [
        hostStandingInstructions(host, "Answer in the person's language."),
        options.settings().privacy.schemasOnly
          ? 'Values are kept from you: you see names, types, shapes and counts, never data or output.'
          : ''
      ]
        .filter(Boolean)
        .join('\n'),
    notebookContext: () => hostNotebookContext(host),
    level: level => {
      options.memory.level = level;
      host.run.emit({ type: 'plan-level', plan: host.id, level });
      host.allow(TURN_EFFECTS, level === 'outside');
    },
    emit: event => host.run.emit(event),
    now: () => Date.now(),
    trans: options.trans
  };
}
