import { useRef, useState } from 'react';

import type { IReportCheck, IReportCheckLine } from '../../../contract';
import { visibleName, visibleText } from '../../render/visible-text';
import { Button } from '../common/button';
import { TextField } from '../common/field';
import { usePanel, usePanelState } from '../common/panel-context';

/** Which numbers of an earlier report no longer match the notebook. */
export function CheckReport() {
  const store = usePanel();
  const { trans, workspace, agent } = store.services;
  const { check, notebook } = usePanelState(state => state.newReport);
  usePanelState(state => state.workspaceRevision);
  const [result, setResult] = useState<IReportCheck | null>(null);
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = useRef(0);
  const path = check ?? '';
  const set = (next: string | null) =>
    store.main.setState(({ newReport }) => ({
      newReport: { ...newReport, check: next }
    }));
  const checkReport = async () => {
    const own = ++attempt.current;
    setResult(null);
    setLoading(true);
    setProblem(null);
    try {
      const checked = await agent.reports?.check(
        path.trim(),
        notebook ?? workspace.status.notebook?.path ?? null
      );
      if (own === attempt.current) {
        setResult(checked ?? null);
        store.announce(trans.__('The report has been checked.'));
      }
    } catch (reason) {
      console.warn('Cellwright could not check a report.', reason);
      if (own === attempt.current) {
        setProblem(
          reason instanceof Error && reason.message
            ? reason.message
            : trans.__('The report could not be checked.')
        );
      }
    }
    if (own === attempt.current) {
      setLoading(false);
    }
  };
  /** Saves the checked notebook with the ids of its cells. */
  const keepIds = async (checked: IReportCheck) => {
    const name = visibleName(checked.notebook);
    try {
      await agent.reports?.keepIds(checked.notebook);
      setResult({ ...checked, foundBy: undefined });
      store.announce(trans.__('%1 was saved with its ids.', name));
    } catch (reason) {
      console.warn('Cellwright could not save a notebook.', reason);
      setProblem(
        trans.__(
          '%1 could not be saved. Save it in JupyterLab, and try again.',
          name
        )
      );
    }
  };
  return (
    <form
      className="jp-Cellwright-newReport"
      onSubmit={event => {
        event.preventDefault();
        void checkReport();
      }}
    >
      <p className="jp-Cellwright-hint">
        {trans.__(
          'The numbers of a report that you wrote earlier are compared with what its notebook shows now. Nothing is run, and nothing is sent.'
        )}
      </p>
      <TextField
        label={trans.__('The report')}
        hint={trans.__(
          'Path of its .evidence.json, or of the report as HTML, notebook or Markdown.'
        )}
        value={path}
        onChange={set}
      />
      <div className="jp-Cellwright-actions jp-mod-wrap jp-mod-flush">
        <Button
          look="primary"
          type="submit"
          disabled={loading || path.trim() === ''}
        >
          {trans.__('Check it')}
        </Button>
        <Button onClick={() => set(null)}>{trans.__('Write a new one')}</Button>
      </div>
      {loading ? <p role="status">{trans.__('Checking…')}</p> : null}
      {problem ? (
        <p className="jp-Cellwright-notice" role="status">
          {visibleText(problem)}
        </p>
      ) : null}
      {result ? (
        <Checked result={result} onKeepIds={() => void keepIds(result)} />
      ) : null}
    </form>
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
  const { trans } = usePanel().services;
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
        <p className="jp-Cellwright-hint">
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
        </p>
      ) : null}
      {open.length > 0 ? (
        <ul aria-label={trans.__('Numbers to look at')}>
          {open.map((line, at) => (
            <li key={at}>
              <Line line={line} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function Line({ line }: { line: IReportCheckLine }) {
  const store = usePanel();
  const { trans } = store.services;
  const { text, context, notebook, cellId } = line;
  return (
    <>
      <strong>{visibleText(text)}</strong> {standText(line, trans)}
      {context ? (
        <span className="jp-Cellwright-hint"> {visibleText(context)}</span>
      ) : null}{' '}
      {cellId ? (
        <Button
          look="link"
          aria-label={trans.__('Show the cell of %1', visibleText(text))}
          onClick={() => store.revealCell(notebook, cellId)}
        >
          {trans.__('Show the cell')}
        </Button>
      ) : null}
    </>
  );
}

function standText(
  { now, instead }: IReportCheckLine,
  trans: ReturnType<typeof usePanel>['services']['trans']
): string {
  const value = instead === null ? null : visibleText(instead);
  switch (now) {
    case 'changed':
      return value === null
        ? trans.__('is no longer what its cell shows.')
        : trans.__('is now %1.', value);
    case 'gone':
      return value === null
        ? trans.__('is not in the notebook.')
        : trans.__('is not in the notebook; the closest is %1.', value);
    case 'moved':
      return trans.__('is now shown by another cell.');
    case 'untraced':
      return trans.__('was not in the evidence when the report was written.');
    case 'stands':
      return '';
  }
}
