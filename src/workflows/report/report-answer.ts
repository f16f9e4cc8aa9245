import type { IReportResult, IToolResult, ITranslator } from '../../contract';

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
      list('paths', paths),
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
  failed: 'The report could not be written.'
};

function list(name: string, items: readonly string[]): string {
  return items.length > 0 ? `${name}: ${items.join('; ')}` : '';
}
