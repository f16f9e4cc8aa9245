import { useState } from 'react';

import { saveFile } from '../../actions/save-file';
import type { IPlanItem } from '../../state/thread-items';
import { withCellLabels } from '../../text/with-cell-labels';
import { Button } from '../common/button';
import { usePanel, usePanelState } from '../common/panel-context';

/** What a person makes of the summary of a plan: a cell of the notebook, or a file. */
export function PlanReportActions({ item }: { item: IPlanItem }) {
  const store = usePanel();
  const { trans, workspace } = store.services;
  const { id, report, path } = item;
  const [state, setState] = useState<'' | 'adding' | 'failed'>('');
  // It stands in two places at times.
  const added = usePanelState(({ open }) => open[`added-${id}`] ?? false);
  if (!report) {
    return null;
  }
  const text = () =>
    withCellLabels(report.text, cellId => store.cellLabel(path, cellId));
  const add = async () => {
    setState('adding');
    try {
      const notebook = await workspace.open(path);
      const cellId = await notebook.insertCell({
        type: 'markdown',
        source: text()
      });
      setState('');
      store.setOpen(`added-${id}`, true);
      store.announce(trans.__('The summary is in the notebook.'));
      store.revealCell(path, cellId);
    } catch (reason) {
      console.warn('Cellwright could not add a summary.', reason);
      setState('failed');
    }
  };
  return (
    <div className="jp-Cellwright-planTools">
      {path === '' ? null : (
        <Button
          look="link"
          disabled={state === 'adding' || added}
          onClick={() => void add()}
        >
          {added
            ? trans.__('Added to the notebook')
            : trans.__('Add the summary to the notebook')}
        </Button>
      )}
      <Button
        look="link"
        onClick={() => saveFile('plan-report.md', text(), 'text/markdown')}
      >
        {trans.__('Save it as Markdown')}
      </Button>
      {state === 'failed' ? (
        <span role="alert">
          {trans.__(
            'The notebook could not be changed. You can save the summary as a file.'
          )}
        </span>
      ) : null}
    </div>
  );
}
