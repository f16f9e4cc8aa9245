import { evidenceAnswer } from '../../../contract';
import { sectionsOn } from '../judging/assemble';
import { groupingChanges, withChoice } from '../judging/group-evidence';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';

/** Processes the answer. Whatever it is, the evidence is kept. */
export const evidenceFeedbackNode =
  ({ trans }: IReportPorts) =>
  (state: ReportStateValue): ReportUpdate => {
    const { data } = evidenceAnswer.safeParse(state.evidenceAnswer);
    const update: ReportUpdate = { evidenceAnswer: null, rerun: [] };
    switch (data?.action) {
      case 'approve':
      case 'modify': {
        const grouped = withChoice(state.grouped, data.sections);
        const changes = groupingChanges(
          state.grouped,
          grouped,
          state.evidence,
          trans
        );
        return {
          ...update,
          grouped,
          changes,
          ...(data.action === 'approve'
            ? {
                approved: true,
                toWrite: state.plan
                  ? sectionsOn(state.plan).map(({ id }) => id)
                  : []
              }
            : {
                rounds: state.rounds + 1,
                groupedBefore: state.grouped,
                differences: changes,
                evidenceWords: data.words
              })
        };
      }
      case 'run':
        return {
          ...update,
          rerun: state.evidence
            .filter(({ id }) => data.pieces.includes(id))
            .map(({ source }) => source.cellId)
            .filter((id, at, all) => id !== '' && all.indexOf(id) === at)
        };
      default:
        return {
          ...update,
          ended: {
            outcome: 'rejected',
            reason: data
              ? data.reason
              : trans.__(
                  'Nobody approved the evidence. What was gathered is kept.'
                )
          }
        };
    }
  };
