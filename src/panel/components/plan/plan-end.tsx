import type { IPlanOrder, PlanResults } from '../../../contract';
import { saveFile } from '../../actions/save-file';
import type { IPlanItem } from '../../state/thread-items';
import { withCellLabels } from '../../text/with-cell-labels';
import { Button } from '../common/button';
import { focusComposer } from '../common/focus-beyond';
import { NextSteps } from '../common/next-steps';
import { usePanel, usePanelState } from '../common/panel-context';
import type { IPanelServices } from '../../state/panel-services';

/**
 * What can be done with a finished plan: a cell, a file, a plan for something
 * else.
 */
export function PlanEnd({ item }: { item: IPlanItem }) {
  const store = usePanel();
  const { trans } = store.services;
  const threadId = usePanelState(state => state.threadId);
  const running = usePanelState(({ thread }) => thread.run !== null);
  const { report, steps, states, task, path, outcome } = item;
  if (outcome === null || outcome === 'chat') {
    return null;
  }
  const labelOf = (id: string) => store.cellLabel(path, id);
  const save = (file: PlanResults) =>
    void savePlanResults(item, file, {
      services: store.services,
      threadId,
      labelOf,
      announce: text => store.announce(text)
    });
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
                onClick={() => store.writeReport()}
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

interface ISavePlanOptions {
  services: Pick<IPanelServices, 'agent' | 'trans'>;
  threadId: string;
  labelOf(cellId: string): string | null;
  announce(text: string): void;
}

/**
 * Offers the stored results of a plan's steps as a download. As JSON there is
 * always something: if nothing is stored, what this page knows.
 */
async function savePlanResults(
  { plan, task, steps, states }: IPlanItem,
  file: PlanResults,
  { services: { agent, trans }, threadId, labelOf, announce }: ISavePlanOptions
): Promise<void> {
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
      announce(
        trans.__(
          'The full results of this plan could not be read. The file contains a short version.'
        )
      );
    }
  } else if (stored === undefined) {
    announce(
      trans.__(
        'The results of this plan could not be read as Markdown. Save them as JSON instead.'
      )
    );
  } else {
    saveFile(
      'plan-results.md',
      withCellLabels(stored, labelOf),
      'text/markdown'
    );
  }
}
