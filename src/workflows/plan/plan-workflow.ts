import { planOrder } from '../../contract';
import type { Memory } from '../../memory';
import type { IWorkflow } from '../../engine/workflows/workflow';
import { cutShort } from './run-step';
import { planMemory } from './memory';
import { planGraph } from './plan-graph';
import { planMarkdown, shortened } from './texts';
import type { PlanStateValue } from './plan-state';

/** Plan mode, for the engine to run. */
export function planWorkflow(
  memories: Pick<Memory, 'search' | 'collect'> | null
): IWorkflow {
  return {
    name: 'plan',
    make: host => {
      const memory = planMemory(host, memories);
      return {
        graph: planGraph(host, memory),
        input: ({ messageId, text, context, history, without, plan }) => ({
          session: host.id,
          messageId,
          task: text,
          context,
          history,
          ignored: [...without],
          order: planOrder.nullable().catch(null).parse(plan)
        }),
        outcome: state => {
          const {
            messageId,
            task,
            route,
            remarks = []
          } = state as Partial<PlanStateValue>;
          return messageId && task
            ? {
                messageId,
                text: [task, ...remarks].join('\n\n'),
                report: reportOf(state),
                ...(route === 'tool_required' &&
                  !isCell(state) && { task: taskName(task) })
              }
            : null;
        },
        cutShort: (state, messages, how) => {
          const known = state as PlanStateValue;
          return known.session
            ? cutShort(host, memory, known, { messages, how })
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
        const { trans } = host.run.options;
        return (
          report ||
          (plan.length > 0
            ? planMarkdown(state as PlanStateValue, trans)
            : trans.__('Stopped before anything was done.'))
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
