import type { ITranslator } from '../../../contract';
import { planCounts } from '../../state/plan-counts';
import type { IPlanItem, ITaskItem } from '../../state/thread-items';
import { visibleProse } from '../../render/visible-text';
import { FoldingLine } from '../common/folding-line';
import type { GlyphName } from '../common/glyph';
import { usePanel, usePanelState } from '../common/panel-context';
import { PlanEnd } from './plan-end';
import { StepList } from './step-list';

/** A thin line with the name of the task, where a new task begins. */
export function TaskLine({ item }: { item: ITaskItem }) {
  const { trans } = usePanel().services;
  const task = visibleProse(item.task.split('\n')[0]);
  return (
    <div
      className="jp-Cellwright-taskLine"
      role="separator"
      aria-label={trans.__('New task: “%1”', task)}
      title={task}
    >
      <span>{task}</span>
    </div>
  );
}

/** A plan in the conversation: how its task was understood, and its result. */
export function PlanLine({ item }: { item: IPlanItem }) {
  const { trans } = usePanel().services;
  const running = usePanelState(
    ({ thread }) =>
      thread.run !== null && thread.plan === item.id && item.outcome === null
  );
  const { why, clarity, enhanced, task, steps } = item;
  return (
    <>
      <FoldingLine
        glyph={glyphOf(item)}
        toggleName={open =>
          open ? trans.__('Hide the plan') : trans.__('Show the plan')
        }
        text={planText(item, trans)}
        details={() => (
          <>
            {why ? <p>{visibleProse(why)}</p> : null}
            {clarity ? (
              <p>
                {trans.__(
                  'The task was %1% clear, and is %2% clear now.',
                  Math.round(100 * clarity.before),
                  Math.round(100 * clarity.after)
                )}
              </p>
            ) : null}
            {enhanced && enhanced !== task ? (
              <p className="jp-Cellwright-planEnhanced">
                {trans.__('Understood as: “%1”', visibleProse(enhanced))}
              </p>
            ) : null}
            {steps.length > 0 ? (
              <StepList item={item} running={running} whole={true} />
            ) : null}
          </>
        )}
      />
      <PlanEnd item={item} />
    </>
  );
}

function glyphOf({ outcome, route }: IPlanItem): GlyphName {
  switch (outcome) {
    case 'done':
    case 'chat':
      return 'done';
    case 'rejected':
      return 'rejected';
    case 'stopped':
      return 'stopped';
    case null:
      return route === null ? 'thought' : 'summary';
  }
}

function planText(item: IPlanItem, trans: ITranslator): string {
  const { total, succeeded, failed, skipped } = planCounts(item);
  const counted = [
    trans.__('%1 of %2 steps done', succeeded, total),
    ...(failed > 0 ? [trans.__('%1 failed', failed)] : []),
    ...(skipped > 0 ? [trans.__('%1 skipped', skipped)] : [])
  ].join(', ');
  const plain = item.report?.plain
    ? ` ${trans.__('This summary was written without the model.')}`
    : '';
  switch (item.outcome) {
    case 'chat':
      return trans.__('Answered directly, without a plan.');
    case 'rejected':
      return trans.__('The plan was rejected. Nothing was done.');
    case 'stopped':
      return trans.__('Plan stopped: %1.', counted) + plain;
    case 'done':
      return trans.__('Plan done: %1.', counted) + plain;
    case null:
      break;
  }
  switch (item.route) {
    case null:
      return trans.__('Checking whether this needs a plan');
    case 'simple_chat':
      return trans.__('Answering directly, without a plan');
    case 'tool_required':
      return item.steps.length === 0
        ? trans.__('Planning the work')
        : trans.__('Plan: %1', counted);
  }
}
