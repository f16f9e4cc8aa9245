import type { IPlanStep, ITranslator } from '../../../contract';
import { visibleProse } from '../../render/visible-text';
import { allowsMore } from '../../card/decisions-head';
import { Button } from '../common/button';
import { durationText } from '../../text/time-text';
import { Elapsed } from '../common/elapsed';
import { usePanel, usePanelState } from '../common/panel-context';
import { ProgressSection, StepLine } from '../common/progress-section';
import type { IPlanItem, IStepProgress } from '../../state/thread-items';
import { CellReference } from '../common/sentence';

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
  const { store, trans } = usePanel();
  const running = usePanelState(
    ({ thread }) => thread.run !== null && item.outcome === null
  );
  // A report that is a step of it shows its own steps below.
  const reports = usePanelState(
    ({ thread: { run, report } }) => run !== null && report?.result === null
  );
  const { total, succeeded, failed, skipped } = planCounts(item);
  const { steps, states } = item;
  const now = running
    ? steps.find(({ id }) => states[id]?.state === 'running')
    : undefined;
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
          {countsText(item, trans, trans.__('%1 of %2', succeeded, total))}
          {running || took ? ' · ' : null}
          {running ? <Elapsed since={item.startedAt} /> : took}
        </>
      }
      isDone={isDone}
      // It folds when the plan ends, also if the person has opened it.
      key={item.outcome}
      open={item.outcome === null && !reports}
      now={succeeded}
      most={total}
      nowText={countsText(item, trans)}
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
  const { store, trans } = usePanel();
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
        onClick={() => store.send({ type: 'plan-level', level: 'cell' })}
      >
        {trans.__('Ask at each cell')}
      </Button>
    </div>
  );
}

/** The steps of a plan, each with its state, time and cells. */
export function StepList({
  item,
  running,
  whole = false
}: {
  item: IPlanItem;
  /** Whether anything is running now. */
  running: boolean;
  /** Whether to include the result of each step. */
  whole?: boolean;
}) {
  const { trans } = usePanel();
  return (
    <ol
      className="jp-Cellwright-todoItems"
      aria-label={trans.__('Steps of the plan')}
    >
      {item.steps.map(step => (
        <Step
          key={step.id}
          step={step}
          path={item.path}
          running={running}
          whole={whole}
          progress={item.states[step.id]}
        />
      ))}
    </ol>
  );
}

function Step({
  step,
  path,
  running,
  whole,
  progress
}: {
  step: IPlanStep;
  path: string;
  running: boolean;
  whole: boolean;
  progress?: IStepProgress;
}) {
  const { trans } = usePanel();
  const { startedAt, endedAt, cells = [], reason, result } = progress ?? {};
  const { unchecked = false } = progress ?? {};
  const state = !step.on
    ? 'skipped'
    : // A step that was running when the run ended is pending again.
      !running && (progress?.state ?? 'pending') === 'running'
      ? 'pending'
      : (progress?.state ?? 'pending');
  const isNow = running && state === 'running';
  const states = {
    pending: 'todo',
    running: 'now',
    succeeded: 'done',
    failed: 'failed',
    skipped: step.on ? 'skipped' : 'off'
  } as const;
  const notes = [
    state !== 'succeeded' && reason,
    unchecked &&
      trans.__(
        'Nothing failed, but this could not be checked: “%1”',
        step.worked
      ),
    whole && result
  ];
  return (
    <StepLine
      state={states[state]}
      since={isNow ? startedAt : null}
      ms={startedAt && endedAt ? endedAt - startedAt : 0}
    >
      {visibleProse(step.title)}
      {cells.map(cellId => (
        <span key={cellId}>
          {' '}
          <CellReference path={path} cellId={cellId} />
        </span>
      ))}
      {notes.map((note, index) =>
        note ? (
          <div key={index} className="jp-Cellwright-menuHint">
            {visibleProse(note)}
          </div>
        ) : null
      )}
    </StepLine>
  );
}

/** "2 of 4 steps done, 1 failed" */
export function countsText(
  item: IPlanItem,
  trans: ITranslator,
  done?: string
): string {
  const { total, succeeded, failed, skipped } = planCounts(item);
  return [
    done ?? trans.__('%1 of %2 steps done', succeeded, total),
    ...(failed > 0 ? [trans.__('%1 failed', failed)] : []),
    ...(skipped > 0 ? [trans.__('%1 skipped', skipped)] : [])
  ].join(', ');
}

/** Progress of a plan. Steps that are switched off do not count. */
function planCounts({ steps, states }: IPlanItem) {
  const of = steps.filter(({ on }) => on);
  const count = (state: string): number =>
    of.filter(({ id }) => states[id]?.state === state).length;
  const [succeeded, failed, skipped] = ['succeeded', 'failed', 'skipped'].map(
    count
  );
  return { total: of.length, succeeded, failed, skipped };
}
