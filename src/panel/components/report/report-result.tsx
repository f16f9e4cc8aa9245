import type { IReportItem } from '../../state/thread-items';
import { visibleText } from '../../render/visible-text';
import { reportResultText } from '../../text/report-result-text';
import { FoldingLine } from '../common/folding-line';
import { usePanel } from '../common/panel-context';

/**
 * The result of a report, as one line with what was changed and what is
 * uncertain.
 */
export function ReportResult({ item }: { item: IReportItem }) {
  const { trans } = usePanel().services;
  const { result } = item;
  const { changes, outcome, sections, untraced } = result;
  const written = outcome === 'saved' || outcome === 'downloaded';
  return (
    <FoldingLine
      className="jp-mod-decided"
      glyph={written ? 'done' : outcome === 'failed' ? 'failed' : 'stopped'}
      toggleName={open =>
        open
          ? trans.__('Hide the details of the report')
          : trans.__('Show the details of the report')
      }
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
