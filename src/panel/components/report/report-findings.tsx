import type {
  IReportFinding,
  IRoundedNumber,
  IUntracedNumber,
  ITranslator
} from '../../../contract';
import { visibleText } from '../../render/visible-text';
import { reportPagesOf } from '../../stores/report-pages';
import { Button } from '../common/button';
import { usePanel } from '../common/panel-context';

/** What the checks found in a report, and its numbers that have no source. */
export function ReportFindings({
  report,
  findings,
  untraced,
  rounded,
  unknown,
  disabled,
  onInsert
}: {
  report: string;
  findings: readonly IReportFinding[];
  untraced: readonly IUntracedNumber[];
  /** Numbers that the evidence has with more digits. */
  rounded: readonly IRoundedNumber[];
  /** References to evidence that does not exist. */
  unknown: readonly string[];
  disabled: boolean;
  onInsert(finding: IReportFinding): void;
}) {
  const store = usePanel();
  const { trans } = store.services;
  const pages = reportPagesOf(store);
  const order = ['failed', 'mended', 'met'] as const;
  return (
    <aside
      className="jp-Cellwright-reportAside"
      aria-label={trans.__('What was checked')}
      tabIndex={0}
    >
      <h3>{trans.__('Numbers not in the evidence')}</h3>
      {untraced.length === 0 ? (
        <p className="jp-Cellwright-hint">{trans.__('None.')}</p>
      ) : (
        <ul>
          {untraced.map(({ text, context, section, closest }, index) => (
            <li key={index} className="jp-mod-failed">
              <strong className="jp-Cellwright-untraced">
                {visibleText(text)}
              </strong>{' '}
              {visibleText(context)}
              <Place section={section} />
              {closest ? (
                <>
                  {' '}
                  <Button
                    look="link"
                    onClick={() => pages.reveal(report, closest.id)}
                  >
                    {trans.__(
                      'Closest: %1 (%2)',
                      visibleText(closest.text),
                      closest.id
                    )}
                  </Button>
                </>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {unknown.length > 0 ? (
        <>
          <h3>{trans.__('References to missing evidence')}</h3>
          <ul>
            {unknown.map((text, index) => (
              <li key={index} className="jp-mod-failed">
                <code>{visibleText(text)}</code>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <h3>{trans.__('Checks')}</h3>
      {findings.length === 0 ? (
        <p className="jp-Cellwright-hint">{trans.__('Nothing was found.')}</p>
      ) : (
        <ul>
          {order
            .flatMap(state => findings.filter(each => each.state === state))
            .map(finding => (
              <li key={finding.id} className={`jp-mod-${finding.state}`}>
                <strong>{stateText(finding.state, trans)}</strong>{' '}
                {visibleText(finding.text)}
                <Place section={finding.section} />
                {finding.insert === null ? null : (
                  <>
                    <pre tabIndex={0} aria-label={trans.__('Missing text')}>
                      {visibleText(finding.insert)}
                    </pre>
                    <Button
                      look="link"
                      disabled={disabled}
                      onClick={() => onInsert(finding)}
                    >
                      {trans.__('Insert')}
                    </Button>
                  </>
                )}
              </li>
            ))}
        </ul>
      )}
      {rounded.length > 0 ? (
        <>
          <h3>{trans.__('Rounded numbers')}</h3>
          <ul>
            {rounded.map(({ text, section, from, id }, index) => (
              <li key={index}>
                <strong>{visibleText(text)}</strong>{' '}
                <Button look="link" onClick={() => pages.reveal(report, id)}>
                  {trans.__(
                    '%1 in the notebook (%2)',
                    visibleText(from),
                    visibleText(id)
                  )}
                </Button>
                <Place section={section} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </aside>
  );
}

/** The section that something stands in; nothing for the whole report. */
function Place({ section }: { section: string }) {
  const { trans } = usePanel().services;
  return section ? (
    <span className="jp-Cellwright-hint">
      {' '}
      {trans.__('in “%1”', visibleText(section))}
    </span>
  ) : null;
}

function stateText(state: IReportFinding['state'], trans: ITranslator): string {
  return {
    failed: trans.__('Not met:'),
    mended: trans.__('Fixed:'),
    met: trans.__('Met:')
  }[state];
}
