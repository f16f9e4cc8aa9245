import { planCounts } from '../../state/plan-counts';
import type { IPlanItem } from '../../state/thread-items';
import { visibleProse } from '../../render/visible-text';
import { allowsMore } from '../../card/turn-rule-status';
import { Button } from '../common/button';
import { durationText } from '../../text/duration-text';
import { Elapsed } from '../common/elapsed';
import { usePanel, usePanelState } from '../common/panel-context';
import { ProgressSection } from '../common/progress-section';
import { StepList } from './step-list';

/** The progress of the plan, above the conversation, and how often it asks. */
export function PlanProgress({ id }: { id: string }) {
  const item = usePanelState(({ thread }) => thread.items[id]);
  // Until it is accepted, its card shows it.
  const proposed = usePanelState(({ thread: { pending, items } }) =>
    pending.some(one => {
      const each = items[one];
      return each.kind === 'interrupt' && each.interrupt.kind === 'plan';
    })
  );
  if (
    item?.kind !== 'plan' ||
    item.outcome === 'rejected' ||
    (proposed && Object.keys(item.states).length === 0)
  ) {
    return null;
  }
  return <Progress item={item} />;
}

function Progress({ item }: { item: IPlanItem }) {
  const store = usePanel();
  const { trans } = store.services;
  const running = usePanelState(
    ({ thread }) => thread.run !== null && item.outcome === null
  );
  const { total, succeeded, failed, skipped } = planCounts(item);
  const { steps, states } = item;
  const now = running
    ? steps.find(({ id }) => states[id]?.state === 'running')
    : undefined;
  const others = [
    ...(failed > 0 ? [trans.__('%1 failed', failed)] : []),
    ...(skipped > 0 ? [trans.__('%1 skipped', skipped)] : [])
  ];
  const isDone = item.outcome === 'done';
  const took =
    running || item.endedAt === null
      ? ''
      : durationText(item.endedAt - item.startedAt, trans);
  return (
    <ProgressSection
      name={trans.__('Plan')}
      title={
        now
          ? visibleProse(now.title)
          : isDone
            ? trans.__('Plan done')
            : running
              ? trans.__('Plan')
              : trans.__('Plan, not finished')
      }
      count={
        <>
          {[trans.__('%1 of %2', succeeded, total), ...others].join(', ')}
          {running || took ? ' · ' : null}
          {running ? <Elapsed since={item.startedAt} /> : took}
        </>
      }
      isDone={isDone}
      // It folds when the plan ends, also if the person has opened it.
      key={item.outcome}
      open={item.outcome === null}
      now={succeeded}
      most={total}
      nowText={[
        trans.__('%1 of %2 steps done', succeeded, total),
        ...others
      ].join(', ')}
      shares={[succeeded, failed, skipped].map(count =>
        total === 0 ? 0 : (100 * count) / total
      )}
    >
      {open => (
        <>
          {running ? <Level item={item} /> : null}
          {open ? <StepList item={item} running={running} /> : null}
          {open && running ? (
            <div className="jp-Cellwright-planTools">
              <Button look="link" onClick={() => store.stop()}>
                {trans.__('Stop the plan')}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </ProgressSection>
  );
}

/** While it asks less often than usual, says so, with a button to end that. */
function Level({ item }: { item: IPlanItem }) {
  const store = usePanel();
  const { trans } = store.services;
  const threadId = usePanelState(state => state.threadId);
  // What else is let through stands in a line of its own.
  const more = usePanelState(allowsMore);
  return item.level === 'cell' ? null : (
    <div className="jp-Cellwright-turnRule">
      <span>
        {more
          ? trans.__('Asking less often until the plan ends.')
          : item.level === 'step'
            ? trans.__('Asking at each step until the plan ends.')
            : trans.__(
                'Asking only for shell commands, network tools and files outside the notebook’s folder until the plan ends.'
              )}
      </span>
      <Button
        look="link"
        onClick={() =>
          void store.services.agent.send({
            type: 'plan-level',
            threadId,
            level: 'cell'
          })
        }
      >
        {trans.__('Ask at each cell')}
      </Button>
    </div>
  );
}
