import { useState } from 'react';

import type {
  IReportCheck,
  IReportCheckLine,
  ITranslator
} from '../../../contract';
import { visibleName, visibleText } from '../../render/visible-text';
import { ActionOf, Button } from '../common/button';
import { TextField } from '../common/field';
import { Hint, Refused } from '../common/notice';
import { usePanel, usePanelNow } from '../common/panel-context';
import { SideView, useAttempt } from './page';

/** Which numbers of an earlier report no longer match the notebook. */
export function CheckReport({
  path: first,
  notebook
}: {
  path: string;
  notebook: string | null;
}) {
  const { store, trans, workspace, agent } = usePanelNow();
  const [path, setPath] = useState(first);
  const [result, setResult] = useState<IReportCheck | null>(null);
  const [loading, setLoading] = useState(false);
  const { problem, attempt, cancel } = useAttempt();
  const checkReport = async (signal: AbortSignal) => {
    setResult(null);
    setLoading(true);
    try {
      const checked = await agent.reports.check(
        path.trim(),
        notebook ?? workspace.status.notebook?.path ?? null
      );
      if (!signal.aborted) {
        setResult(checked);
        store.announce(trans.__('The report has been checked.'));
      }
    } finally {
      if (!signal.aborted) {
        setLoading(false);
      }
    }
  };
  /** Saves the checked notebook with the ids of its cells. */
  const keepIds = (checked: IReportCheck) => {
    const name = visibleName(checked.notebook);
    void attempt(
      async () => {
        await agent.reports.keepIds(checked.notebook);
        setResult({ ...checked, foundBy: undefined });
        store.announce(trans.__('%1 was saved with its ids.', name));
      },
      trans.__(
        '%1 could not be saved. Save it in JupyterLab, and try again.',
        name
      )
    );
  };
  return (
    <SideView title={trans.__('Check a report')}>
      <form
        className="jp-Cellwright-newReport"
        onSubmit={event => {
          event.preventDefault();
          cancel();
          void attempt(checkReport);
        }}
      >
        <Hint>
          {trans.__(
            'The numbers of a report that you wrote earlier are compared with what its notebook shows now. Nothing is run, and nothing is sent.'
          )}
        </Hint>
        <TextField
          label={trans.__('The report')}
          hint={trans.__(
            'Path of its .evidence.json, or of the report as HTML, notebook or Markdown.'
          )}
          value={path}
          onChange={setPath}
        />
        <div className="jp-Cellwright-actions jp-mod-wrap jp-mod-flush">
          <Button
            look="primary"
            type="submit"
            disabled={loading || path.trim() === ''}
          >
            {trans.__('Check it')}
          </Button>
          <Button onClick={() => store.sending.writeReport()}>
            {trans.__('Write a new one')}
          </Button>
        </div>
        {loading ? <p role="status">{trans.__('Checking…')}</p> : null}
        <Refused text={problem} />
        {result ? (
          <Checked result={result} onKeepIds={() => keepIds(result)} />
        ) : null}
      </form>
    </SideView>
  );
}

/** Lists the numbers that no longer match first; the rest are only counted. */
const ORDER: IReportCheckLine['now'][] = [
  'changed',
  'gone',
  'moved',
  'untraced'
];

function Checked({
  result,
  onKeepIds
}: {
  result: IReportCheck;
  onKeepIds(): void;
}) {
  const { store, trans } = usePanel();
  const { lines, notebook } = result;
  const open = ORDER.flatMap(now => lines.filter(each => each.now === now));
  const matching = lines.length - open.length;
  return (
    <div className="jp-Cellwright-reportCheck">
      <p>
        {lines.length === 0
          ? trans.__('There are no numbers in this report.')
          : open.length === 0
            ? trans._n(
                'Its number still matches %2.',
                'All %1 numbers still match %2.',
                lines.length,
                visibleName(notebook)
              )
            : trans.__(
                '%1 of %2 numbers still match %3.',
                matching,
                lines.length,
                visibleName(notebook)
              )}
      </p>
      {result.foundBy ? (
        <Hint>
          {result.foundBy === 'content'
            ? trans.__(
                'The file of this notebook holds no ids of cells, so they were found by what they hold.'
              )
            : trans.__(
                'The file of this notebook holds no ids of cells, so they were found by what they hold, and some only by their position.'
              )}{' '}
          <Button look="link" onClick={onKeepIds}>
            {trans.__('Save it with ids')}
          </Button>
        </Hint>
      ) : null}
      {open.length > 0 ? (
        <ul aria-label={trans.__('Numbers to look at')}>
          {open.map((line, at) => (
            <li key={at}>
              <strong>{visibleText(line.text)}</strong> {standText(line, trans)}
              {line.context ? (
                <span className="jp-Cellwright-hint">
                  {' '}
                  {visibleText(line.context)}
                </span>
              ) : null}{' '}
              {line.cellId ? (
                <ActionOf
                  label={trans.__('Show the cell')}
                  of={visibleText(line.text)}
                  onClick={() => store.revealCell(line.notebook, line.cellId!)}
                />
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function standText(
  { now, instead }: IReportCheckLine,
  trans: ITranslator
): string {
  const value = instead === null ? null : visibleText(instead);
  return {
    changed:
      value === null
        ? trans.__('is no longer what its cell shows.')
        : trans.__('is now %1.', value),
    gone:
      value === null
        ? trans.__('is not in the notebook.')
        : trans.__('is not in the notebook; the closest is %1.', value),
    moved: trans.__('is now shown by another cell.'),
    untraced: trans.__('was not in the evidence when the report was written.'),
    stands: ''
  }[now];
}
