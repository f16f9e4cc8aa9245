import type { IPlanStep, ITranslator } from '../../../contract';
import type { IPlanItem, IStepProgress } from '../../state/thread-items';
import { visibleProse } from '../../render/visible-text';
import { durationText } from '../../text/duration-text';
import { Elapsed } from '../common/elapsed';
import { usePanel } from '../common/panel-context';
import { CellReference } from '../common/sentence';

const MARKS: Record<IStepProgress['state'], string> = {
  pending: '○',
  running: '●',
  succeeded: '✓',
  failed: '✕',
  skipped: '–'
};

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
  const { trans } = usePanel().services;
  return (
    <ol
      className="jp-Cellwright-planProgress"
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
  const { trans } = usePanel().services;
  const { startedAt, endedAt, cells = [], reason, result } = progress ?? {};
  const { unchecked = false } = progress ?? {};
  const state = !step.on
    ? 'skipped'
    : // A step that was running when the run ended is pending again.
      !running && (progress?.state ?? 'pending') === 'running'
      ? 'pending'
      : (progress?.state ?? 'pending');
  const isNow = running && state === 'running';
  return (
    <li className={`jp-mod-${state}`} aria-current={isNow ? 'step' : undefined}>
      <span aria-hidden="true">{MARKS[state]}</span>
      <div>
        <span className="jp-Cellwright-hidden">
          {stateText(state, step.on, trans)}{' '}
        </span>
        {visibleProse(step.title)}
        {cells.map(cellId => (
          <span key={cellId}>
            {' '}
            <CellReference path={path} cellId={cellId} />
          </span>
        ))}
        {reason && state !== 'succeeded' ? (
          <div className="jp-Cellwright-menuHint">{visibleProse(reason)}</div>
        ) : null}
        {unchecked ? (
          <div className="jp-Cellwright-menuHint">
            {trans.__(
              'Nothing failed, but this could not be checked: “%1”',
              visibleProse(step.worked)
            )}
          </div>
        ) : null}
        {whole && result ? (
          <div className="jp-Cellwright-menuHint">{visibleProse(result)}</div>
        ) : null}
      </div>
      {startedAt === undefined ? null : isNow ? (
        <Elapsed since={startedAt} />
      ) : endedAt === undefined ? null : (
        <time className="jp-Cellwright-time">
          {durationText(Math.max(0, endedAt - startedAt), trans)}
        </time>
      )}
    </li>
  );
}

function stateText(
  state: IStepProgress['state'],
  on: boolean,
  trans: ITranslator
): string {
  return {
    pending: trans.__('To do:'),
    running: trans.__('Now:'),
    succeeded: trans.__('Done:'),
    failed: trans.__('Failed:'),
    skipped: on ? trans.__('Skipped:') : trans.__('Switched off:')
  }[state];
}
