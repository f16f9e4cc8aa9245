import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import {
  type IEvidence,
  type IEvidencePiece,
  type IEvidenceSection
} from '../../../contract';
import { askCard } from '../../../engine/interrupts/ask-person';
import { insertNumbers } from '../../../report';
import {
  groupingChanges,
  pieceChange,
  withChoice
} from '../judging/group-evidence';
import type { IReportPorts } from '../state/report-ports';
import {
  type ReportStateValue,
  type ReportUpdate
} from '../state/report-state';
import { personalData } from './check';

/**
 * No text is written before a person has approved the evidence; whatever the
 * answer is, the evidence is kept.
 */
export const evidenceCardNode =
  (ports: IReportPorts) =>
  (state: ReportStateValue, config: LangGraphRunnableConfig): ReportUpdate => {
    const { grouped, groupedBefore, evidence, thumbnails } = state;
    const { evidenceMinutes } = ports.settings();
    const pieces = evidencePieces(evidence, thumbnails, groupedBefore, grouped);
    const answer = askCard(config, {
      kind: 'evidence',
      title: ports.trans.__('The evidence'),
      text: '',
      sections: grouped.map(section => ({
        ...section,
        summary: insertNumbers(
          section.summary,
          new Map(evidence.map(each => [each.id, each])),
          state.plan?.language ?? 'en'
        )
      })),
      pieces,
      leftOut: state.leftOut,
      plain: state.plain,
      changes: state.differences,
      ranAgain: state.rerun.length > 0,
      ...(evidenceMinutes > 0 && {
        timeout: evidenceMinutes * 60_000,
        on_timeout: 'cancel' as const
      })
    });
    switch (answer?.action) {
      case 'approve':
      case 'modify': {
        const grouped = withChoice(state.grouped, answer.sections);
        const changes = groupingChanges(
          state.grouped,
          grouped,
          state.evidence,
          ports.trans
        );
        return {
          rerun: [],
          grouped,
          changes,
          ...(answer.action === 'approve'
            ? { approved: true }
            : {
                groupedBefore: state.grouped,
                differences: changes,
                evidenceWords: answer.words
              })
        };
      }
      case 'run':
        return {
          rerun: state.evidence
            .filter(({ id }) => answer.pieces.includes(id))
            .map(({ source }) => source.cellId)
            .filter((id, at, all) => id !== '' && all.indexOf(id) === at)
        };
      default:
        return {
          ended: {
            outcome: 'rejected',
            reason: answer
              ? answer.reason
              : ports.trans.__(
                  'Nobody approved the evidence. What was gathered is kept.'
                )
          }
        };
    }
  };

/**
 * Runs stale cells once more, with the usual approval. Then all evidence is
 * gathered again, and takes the place of the earlier pieces.
 */
export const runAgainNode =
  ({ host }: IReportPorts) =>
  async (
    { rerun }: ReportStateValue,
    config: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    await host.call('run_cells', { cell_ids: rerun }, config);
    return {};
  };

const TEXT = 600;
const ROWS = 5;
const COLUMNS = 12;
const CELL = 60;

/** The pieces as their card shows them. */
function evidencePieces(
  evidence: readonly IEvidence[],
  thumbnails: Readonly<Record<string, string>>,
  before: readonly IEvidenceSection[] | null,
  after: readonly IEvidenceSection[]
): IEvidencePiece[] {
  return evidence.map(each => {
    const { id, content, title, time, stale, cut } = each;
    const { notebook, cellId, output, executionCount, from } = each.source;
    return {
      id,
      kind: content.kind,
      title,
      source: {
        notebook,
        cellId,
        output,
        executionCount,
        from: from ?? 'cell'
      },
      time,
      stale: [...stale],
      cut,
      text:
        content.kind === 'table' || content.kind === 'plot'
          ? ''
          : content.text.slice(0, TEXT),
      table:
        content.kind === 'table'
          ? {
              header: content.table.header.slice(-2).map(shortRow),
              rows: content.table.rows.slice(0, ROWS).map(shortRow),
              size: content.table.size
            }
          : null,
      thumbnail: thumbnails[id] ?? null,
      personal: personalData(each),
      change: pieceChange(id, before, after)
    };
  });
}

function shortRow(row: readonly string[]): string[] {
  return row.slice(0, COLUMNS).map(cell => cell.slice(0, CELL));
}
