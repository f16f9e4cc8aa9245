import type { ITranslator, IPlanOrder, PlanResults } from '../../../contract';
import { compact } from '../../card/card';
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
  const { trans } = usePanel();
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
  const { trans } = usePanel();
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
  return outcome === null
    ? route === null
      ? 'thought'
      : 'summary'
    : outcome === 'chat'
      ? 'done'
      : outcome;
}

function planText(item: IPlanItem, trans: ITranslator): string {
  const { outcome, route, steps, report } = item;
  const counted = countsText(item, trans);
  const plain = report?.plain
    ? ` ${trans.__('This summary was written without the model.')}`
    : '';
  if (outcome !== null) {
    return {
      chat: trans.__('Answered directly, without a plan.'),
      rejected: trans.__('The plan was rejected. Nothing was done.'),
      stopped: trans.__('Plan stopped: %1.', counted) + plain,
      done: trans.__('Plan done: %1.', counted) + plain
    }[outcome];
  }
  return route === null
    ? trans.__('Checking whether this needs a plan')
    : route === 'simple_chat'
      ? trans.__('Answering directly, without a plan')
      : steps.length === 0
        ? trans.__('Planning the work')
        : trans.__('Plan: %1', counted);
}

/**
 * What can be done with a finished plan: a cell, a file, a plan for something
 * else.
 */
function PlanEnd({ item }: { item: IPlanItem }) {
  const { store, trans } = usePanel();
  const running = usePanelState(({ thread }) => thread.run !== null);
  const { report, steps, states, task, path, outcome } = item;
  if (outcome === null || outcome === 'chat') {
    return null;
  }
  const labelOf = (id: string) => store.cellLabel(path, id);
  const save = (file: PlanResults) => void savePlanResults(store, item, file);
  const cells = Object.values(states).flatMap(each => each.cells);
  const isBegun = Object.keys(states).length > 0;
  const say = (from: Element, text: string, plan: IPlanOrder) => {
    focusComposer(from);
    store.sending.say(text, { mode: 'plan', notebook: path || null, plan });
  };
  const tools = compact<{
    label: string;
    /** Whether it sends something, so that no run may be in progress. */
    sends?: true;
    onPress(from: Element): void;
  }>([
    report &&
      isBegun &&
      cells.length > 0 && {
        label: trans.__('Write a report…'),
        sends: true,
        onPress: () => store.sending.writeReport()
      },
    report &&
      isBegun && {
        label: trans.__('Put it into a Markdown cell'),
        sends: true,
        onPress: from =>
          say(from, trans.__('Put the summary into a Markdown cell.'), {
            cell: { markdown: report.text, cells }
          })
      },
    report &&
      isBegun && {
        label: trans.__('Save it as Markdown'),
        onPress: () =>
          saveFile(
            'plan-report.md',
            withCellLabels(report.text, labelOf),
            'text/markdown'
          )
      },
    !report &&
      isBegun && {
        label: trans.__('Save the results as Markdown'),
        onPress: () => save('results.md')
      },
    isBegun && {
      label: trans.__('Save the results as JSON'),
      onPress: () => save('results.json')
    },
    steps.length > 0 && {
      label: trans.__('Use this plan again…'),
      sends: true,
      onPress: from =>
        say(from, trans.__('Use this plan again: “%1”', task), {
          again: { task, steps }
        })
    }
  ]);
  return (
    <>
      <NextSteps items={report?.next ?? []} />
      <div className="jp-Cellwright-planTools">
        {tools.map(({ label, sends, onPress }) => (
          <Button
            key={label}
            look="link"
            disabled={sends && running}
            onClick={({ currentTarget }) => onPress(currentTarget)}
          >
            {label}
          </Button>
        ))}
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
  const isJson = file === 'results.json';
  if (stored !== undefined) {
    saveFile(
      `plan-${file}`,
      isJson ? stored : withCellLabels(stored, id => store.cellLabel(path, id)),
      isJson ? 'application/json' : 'text/markdown'
    );
    return;
  }
  if (isJson) {
    const known = { task, plan: steps, outcomes: states };
    const text = `${JSON.stringify(known, null, 2)}\n`;
    saveFile('plan-results.json', text, 'application/json');
  }
  store.announce(
    isJson
      ? trans.__(
          'The full results of this plan could not be read. The file contains a short version.'
        )
      : trans.__(
          'The results of this plan could not be read as Markdown. Save them as JSON instead.'
        )
  );
}
