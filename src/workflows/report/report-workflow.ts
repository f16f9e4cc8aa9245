import type { IReportResult, IToolResult, ITranslator } from '../../contract';
import { spoken } from '../../contract/text/spoken';
import type { IWorkflow } from '../../engine/workflows/workflow';
import { reportGraph } from './report-graph';
import { reportResult } from './nodes/save';
import {
  reportPorts,
  type IReportPorts,
  type IReportWorkflowOptions
} from './state/report-ports';
import type { ReportStateValue } from './state/report-state';

/** Reports, for the engine to run. */
export function reportWorkflow(options: IReportWorkflowOptions): IWorkflow {
  return {
    name: 'report',
    make: host => {
      const ports = reportPorts(host, options);
      return {
        graph: reportGraph(ports, host.checkpointer),
        input: ({ messageId, text, report }) => ({
          report: host.id,
          messageId,
          notebook: host.run.options.notebook.path,
          prompt: text,
          template: report?.template ?? null,
          templateOnly: report?.templateOnly === true
        }),
        outcome: state => {
          const { messageId, prompt, result } =
            state as Partial<ReportStateValue>;
          return messageId
            ? {
                messageId,
                text: prompt || ports.trans.__('Write a report.'),
                report: wordsOf(result ?? null, ports)
              }
            : null;
        },
        result: state =>
          reportAnswer((state as Partial<ReportStateValue>).result ?? null, {
            trans: ports.trans,
            schemasOnly: ports.schemasOnly()
          }),
        ended: (state, how) => {
          const { report, result } = state as Partial<ReportStateValue>;
          if (report && !result && (how === 'stopped' || how === 'given-up')) {
            ports.say({
              type: 'report-finished',
              report,
              result: reportResult(state as Partial<ReportStateValue>, {
                outcome: how === 'stopped' ? 'stopped' : 'failed',
                reason: ports.trans.__('What was gathered and written is kept.')
              })
            });
          }
        }
      };
    }
  };
}

/** What the conversation remembers about the report. */
function wordsOf(
  result: ReportStateValue['result'],
  { trans }: IReportPorts
): string {
  switch (result?.outcome) {
    case 'saved':
      return trans.__(
        'The report “%1” was written: %2.',
        result.title,
        result.paths.map(spoken).join(', ')
      );
    case 'downloaded':
      return trans.__('The report “%1” was downloaded.', result.title);
    default:
      return [trans.__('No report was written.'), result?.reason]
        .filter(Boolean)
        .join(' ');
  }
}

/** The most numbers that are named to a model. */
const MAX_NUMBERS = 20;

/** What the agent that asked for a report is told about it. */
export function reportAnswer(
  result: IReportResult | null,
  { trans, schemasOnly }: { trans: ITranslator; schemasOnly: boolean }
): IToolResult {
  if (!result) {
    return {
      ok: false,
      text: 'No report was written.',
      summary: trans.__('No report was written')
    };
  }
  const { outcome, kind, title, paths, sections, approved } = result;
  const { changes, untraced, reason } = result;
  const ok = outcome === 'saved' || outcome === 'downloaded';
  const numbers = schemasOnly
    ? `${untraced.length}`
    : [
        ...untraced.slice(0, MAX_NUMBERS),
        ...(untraced.length > MAX_NUMBERS
          ? [`and ${untraced.length - MAX_NUMBERS} more`]
          : [])
      ].join(', ');
  return {
    ok,
    text: [
      WORDS[outcome],
      `kind: ${kind}`,
      `title: ${title}`,
      `approved by the person: ${approved ? 'yes' : 'no'}`,
      // From the server's root, which a call's path does not start from.
      list(
        'paths',
        outcome === 'saved' ? paths.map(path => `/${path}`) : paths
      ),
      list('sections', sections),
      list('changed by the person', changes),
      `numbers that are not in the evidence: ${untraced.length > 0 ? numbers : 'none'}`,
      reason ? `reason: ${reason}` : ''
    ]
      .filter(Boolean)
      .join('\n'),
    summary: ok
      ? trans.__('Wrote the report “%1”', title)
      : trans.__('No report was written')
  };
}

const WORDS: Readonly<Record<IReportResult['outcome'], string>> = {
  saved: 'The report was written.',
  downloaded: 'The report was downloaded by the person; no file was written.',
  rejected: 'The person ended the report. No file was written.',
  discarded: 'The person discarded the report. No file was written.',
  stopped: 'The person stopped the report. No file was written.',
  failed: 'The report could not be written.'
};

function list(name: string, items: readonly string[]): string {
  return items.length > 0 ? `${name}: ${items.join('; ')}` : '';
}
