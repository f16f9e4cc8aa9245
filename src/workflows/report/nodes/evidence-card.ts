import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import {
  type ReportInterruptAnswer,
  MOST_MODIFICATIONS
} from '../../../contract';
import { askOrNone } from '../../../engine/graph-interrupts/ask-or-none';
import { evidencePieces } from '../judging/evidence-pieces';
import { cardHash } from '../state/card-hash';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';

/** No text is written before a person has approved the evidence. */
export const evidenceCardNode =
  (ports: IReportPorts) =>
  (state: ReportStateValue, config: LangGraphRunnableConfig): ReportUpdate => {
    const { grouped, groupedBefore, evidence, thumbnails, rounds } = state;
    const minutes = ports.settings().evidenceMinutes;
    const pieces = evidencePieces(evidence, thumbnails, groupedBefore, grouped);
    return {
      evidenceAnswer: askOrNone<ReportInterruptAnswer>(config, {
        kind: 'evidence',
        title: ports.trans.__('The evidence'),
        text: '',
        hash: cardHash([
          grouped,
          evidence.map(({ id, hash, stale }) => [id, hash, stale]),
          rounds
        ]),
        sections: grouped,
        pieces,
        round: rounds,
        leftOut: state.leftOut,
        plain: state.plain,
        changes: state.differences,
        canRun: ports.runAgain !== null,
        canModify: rounds < MOST_MODIFICATIONS,
        ...(minutes !== null && {
          timeout: minutes * 60_000,
          on_timeout: 'cancel' as const
        })
      })
    };
  };
