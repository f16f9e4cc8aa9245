import type { ITranslator, IPlanOrder, PlanResults } from '../../../contract';
import { countsText, StepList } from './plan-progress';
import type { IPlanItem, ITaskItem } from '../../state/thread-items';
import { visibleProse } from '../../render/visible-text';
import { FoldingLine } from '../common/folding-line';
import type { GlyphName } from '../common/glyph';
import { usePanel, usePanelState } from '../common/panel-context';
import { saveFile } from '../../actions/save-file';
import { withCellLabels } from '../../text/with-cell-labels';
import { Button } from '../common/button';
import { focusComposer } from '../common/focus';
import { NextSteps } from '../common/next-steps';
import type { PanelStore } from '../../stores/panel-store';

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
        names={[trans.__('Show the plan'), trans.__('Hide the plan')]}
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
  const counted = countsText(item, trans);
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

/**
 * What can be done with a finished plan: a cell, a file, a plan for something
 * else.
 */
function PlanEnd({ item }: { item: IPlanItem }) {
  const store = usePanel();
  const { trans } = store.services;
  const running = usePanelState(({ thread }) => thread.run !== null);
  const { report, steps, states, task, path, outcome } = item;
  if (outcome === null || outcome === 'chat') {
    return null;
  }
  const labelOf = (id: string) => store.cellLabel(path, id);
  const save = (file: PlanResults) => void savePlanResults(store, item, file);
  const cells = Object.values(states).flatMap(each => each.cells);
  const isBegun = Object.keys(states).length > 0;
  const say = (text: string, plan: IPlanOrder) =>
    store.sending.say(text, { mode: 'plan', notebook: path || null, plan });
  return (
    <>
      <NextSteps items={report?.next ?? []} />
      <div className="jp-Cellwright-planTools">
        {report && isBegun ? (
          <>
            {store.services.agent.reports && cells.length > 0 ? (
              <Button
                look="link"
                disabled={running}
                onClick={() => store.composing.writeReport()}
              >
                {trans.__('Write a report…')}
              </Button>
            ) : null}
            <Button
              look="link"
              disabled={running}
              onClick={event => {
                focusComposer(event.currentTarget);
                say(trans.__('Put the summary into a Markdown cell.'), {
                  cell: {
                    markdown: report.text,
                    cells
                  }
                });
              }}
            >
              {trans.__('Put it into a Markdown cell')}
            </Button>
            <Button
              look="link"
              onClick={() =>
                saveFile(
                  'plan-report.md',
                  withCellLabels(report.text, labelOf),
                  'text/markdown'
                )
              }
            >
              {trans.__('Save it as Markdown')}
            </Button>
          </>
        ) : null}
        {!report && isBegun ? (
          <Button look="link" onClick={() => save('results.md')}>
            {trans.__('Save the results as Markdown')}
          </Button>
        ) : null}
        {isBegun ? (
          <Button look="link" onClick={() => save('results.json')}>
            {trans.__('Save the results as JSON')}
          </Button>
        ) : null}
        {steps.length > 0 ? (
          <Button
            look="link"
            disabled={running}
            onClick={event => {
              focusComposer(event.currentTarget);
              say(trans.__('Use this plan again: “%1”', task), {
                again: { task, steps }
              });
            }}
          >
            {trans.__('Use this plan again…')}
          </Button>
        ) : null}
      </div>
    </>
  );
}

/**
 * Offers the stored results of a plan's steps as a download. As JSON there is
 * always something: if nothing is stored, what this page knows.
 */
async function savePlanResults(
  store: PanelStore,
  { plan, task, steps, states, path }: IPlanItem,
  file: PlanResults
): Promise<void> {
  const { agent, trans } = store.services;
  const { threadId } = store.main.getState();
  let stored: string | undefined;
  try {
    stored = await agent.past.planFile(threadId, plan, file);
  } catch (error) {
    console.warn('Cellwright: results of a plan could not be read', error);
  }
  if (file === 'results.json') {
    const known = { task, plan: steps, outcomes: states };
    saveFile(
      'plan-results.json',
      stored ?? `${JSON.stringify(known, null, 2)}\n`,
      'application/json'
    );
    if (stored === undefined) {
      store.announce(
        trans.__(
          'The full results of this plan could not be read. The file contains a short version.'
        )
      );
    }
  } else if (stored === undefined) {
    store.announce(
      trans.__(
        'The results of this plan could not be read as Markdown. Save them as JSON instead.'
      )
    );
  } else {
    saveFile(
      'plan-results.md',
      withCellLabels(stored, id => store.cellLabel(path, id)),
      'text/markdown'
    );
  }
}
