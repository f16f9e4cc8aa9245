import { reportStepText, type IReportStepState } from '../../../contract';
import { visibleText } from '../../render/visible-text';
import {
  reportStepNow,
  type IReportState
} from '../../state/thread-view-state';
import { reportResultText } from '../../text/report-result-text';
import { Button } from '../common/button';
import { usePanel, usePanelState } from '../common/panel-context';
import { ProgressSection, StepLine } from '../common/progress-section';
import { openReport } from './open-report';
import type { IReportItem } from '../../state/thread-items';
import { FoldingLine } from '../common/folding-line';

/** The progress of a report: six steps, a bar, and the time each step took. */
export function ReportProgress({ report }: { report: IReportState }) {
  const { store, trans } = usePanel();
  const runs = usePanelState(state => state.thread.run !== null);
  // A waiting card needs the room; only the bar stays.
  const waits = usePanelState(state => state.thread.pending.length > 0);
  const { steps, percent, result } = report;
  const step = reportStepNow(report);
  const now = runs ? step : undefined;
  const writes = step?.step === 'write';
  const done = steps.filter(({ status }) => status === 'completed').length;
  const at = now ? steps.indexOf(now) + 1 : done;
  const title = result
    ? reportResultText(result, trans)
    : now
      ? reportStepText(now.step, trans)
      : runs
        ? trans.__('Report')
        : trans.__('The report is not finished');
  return (
    <ProgressSection
      key={report.id}
      name={trans.__('Report')}
      title={title}
      count={steps.length > 0 ? trans.__('%1 of %2', at, steps.length) : null}
      isDone={result !== null}
      open={result === null && runs && !waits}
      now={Math.round(percent)}
      most={100}
      nowText={trans.__('%1 %, %2', Math.round(percent), title)}
      shares={[Math.min(100, Math.max(0, percent))]}
    >
      {open =>
        open ? (
          <>
            <ol className="jp-Cellwright-todoItems">
              {steps.map(step => (
                <Step key={step.step} step={step} runs={runs && !result} />
              ))}
            </ol>
            {report.line && !result ? (
              <p className="jp-Cellwright-place">{visibleText(report.line)}</p>
            ) : null}
            {!result && (report.markdown !== '' || writes) ? (
              <p className="jp-Cellwright-place">
                <Button
                  look="link"
                  onClick={() => openReport(store, report.id)}
                >
                  {writes
                    ? trans.__('Watch it being written')
                    : trans.__('Open the report')}
                </Button>
              </p>
            ) : null}
          </>
        ) : null
      }
    </ProgressSection>
  );
}

function Step({ step, runs }: { step: IReportStepState; runs: boolean }) {
  const { trans } = usePanel();
  const { status, percent, ms, since } = step;
  const isNow = status === 'in_progress' && runs;
  const states = {
    completed: 'done',
    failed: 'failed',
    in_progress: runs ? 'now' : 'undone',
    pending: 'todo'
  } as const;
  return (
    <StepLine
      state={states[status]}
      since={isNow && since !== null ? since - ms : null}
      ms={ms}
    >
      {reportStepText(step.step, trans)}
      {isNow && percent > 0 ? (
        <span className="jp-Cellwright-hint">
          {' '}
          {trans.__('%1 %', Math.round(percent))}
        </span>
      ) : null}
    </StepLine>
  );
}

/**
 * The result of a report, as one line with what was changed and what is
 * uncertain.
 */
export function ReportResult({ item }: { item: IReportItem }) {
  const { trans } = usePanel();
  const { result } = item;
  const { changes, outcome, sections, untraced } = result;
  const written = outcome === 'saved' || outcome === 'downloaded';
  return (
    <FoldingLine
      className="jp-mod-decided"
      glyph={written ? 'done' : outcome === 'failed' ? 'failed' : 'stopped'}
      names={[
        trans.__('Show the details of the report'),
        trans.__('Hide the details of the report')
      ]}
      text={reportResultText(result, trans)}
      details={() => (
        <>
          <List title={trans.__('Sections')} lines={sections} />
          <List title={trans.__('What you changed')} lines={changes} />
          <List
            title={trans.__('Numbers not in the evidence')}
            lines={untraced}
          />
        </>
      )}
    />
  );
}

function List({ title, lines }: { title: string; lines: readonly string[] }) {
  return lines.length === 0 ? null : (
    <>
      <p>{title}</p>
      <ul>
        {lines.map((line, index) => (
          <li key={index}>{visibleText(line)}</li>
        ))}
      </ul>
    </>
  );
}
