import type { IPlanOrder } from '../../../contract';
import { saveFile } from '../../actions/save-file';
import type { IPlanItem } from '../../state/thread-items';
import { withCellLabels } from '../../text/with-cell-labels';
import { Button } from '../common/button';
import { focusComposer } from '../common/focus-beyond';
import { usePanel, usePanelState } from '../common/panel-context';

/** What can be made of a plan that has ended: a cell, a file, a plan for something else. */
export function PlanEnd({ item }: { item: IPlanItem }) {
  const store = usePanel();
  const { trans } = store.services;
  const running = usePanelState(({ thread }) => thread.run !== null);
  const { report, steps, states, task, path, outcome } = item;
  if (outcome === null || outcome === 'chat') {
    return null;
  }
  const say = (text: string, plan: IPlanOrder) =>
    store.sending.say(text, { mode: 'plan', notebook: path || null, plan });
  return (
    <div className="jp-Cellwright-planTools">
      {report && Object.keys(states).length > 0 ? (
        <>
          <Button
            look="link"
            disabled={running}
            onClick={event => {
              focusComposer(event.currentTarget);
              say(trans.__('Put the summary into a Markdown cell.'), {
                cell: {
                  markdown: report.text,
                  cells: Object.values(states).flatMap(({ cells }) => cells)
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
                withCellLabels(report.text, id => store.cellLabel(path, id)),
                'text/markdown'
              )
            }
          >
            {trans.__('Save it as Markdown')}
          </Button>
        </>
      ) : null}
      {steps.length > 0 ? (
        <Button
          look="link"
          disabled={running}
          onClick={event => {
            focusComposer(event.currentTarget);
            say(trans.__('Use this plan again: %1', task), {
              again: { task, steps }
            });
          }}
        >
          {trans.__('Use this plan again…')}
        </Button>
      ) : null}
    </div>
  );
}
