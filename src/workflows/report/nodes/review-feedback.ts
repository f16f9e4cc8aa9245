import { reportPlan, reviewAnswer } from '../../../contract';
import { sectionTexts } from '../../../report';
import { sectionsOn } from '../judging/assemble';
import type { IReportPorts } from '../state/report-ports';
import type {
  IWrittenSection,
  ReportStateValue,
  ReportUpdate
} from '../state/report-state';

/** Processes the answer. Whatever it is, the text is kept. */
export const reviewFeedbackNode =
  ({ say, trans }: IReportPorts) =>
  (state: ReportStateValue): ReportUpdate => {
    const { data } = reviewAnswer.safeParse(state.reviewAnswer);
    const update: ReportUpdate = { reviewAnswer: null };
    const plan = reportPlan.parse(state.plan);
    const { report, draft } = state;
    if (
      data &&
      'markdown' in data &&
      data.markdown &&
      data.markdown !== draft
    ) {
      // Shows the text with the person's changes to whoever has it open.
      say({ type: 'report-draft', report, markdown: data.markdown });
    }
    switch (data?.action) {
      case 'save':
        return {
          ...update,
          draft: data.markdown,
          written: edited(data.markdown),
          changes: changesBy(data.markdown),
          saving: {
            forms: data.forms,
            baseName: data.baseName,
            folder: data.folder,
            record: data.record,
            download: data.download
          }
        };
      case 'back': {
        const markdown = data.markdown ?? state.draft;
        return {
          ...update,
          draft: markdown,
          written: edited(markdown),
          remark: data.words,
          changes: [
            ...changesBy(markdown),
            trans.__('It was written again with your remark: %1', data.words)
          ],
          toWrite: sectionsOn(plan)
            .map(({ id }) => id)
            .filter(
              id => data.sections.length === 0 || data.sections.includes(id)
            ),
          hasMended: false,
          mended: []
        };
      }
      default:
        return {
          ...update,
          ended: {
            outcome: 'discarded',
            reason: data
              ? data.reason
              : trans.__('Nobody approved the report. Its text is kept.')
          }
        };
    }

    function changesBy(markdown: string): string[] {
      return markdown === state.draft
        ? []
        : [trans.__('The text was edited by hand.')];
    }

    /**
     * Sections with the person's changes; a section whose heading was removed
     * stays.
     */
    function edited(markdown: string): Record<string, IWrittenSection> {
      if (markdown === state.draft) {
        return {};
      }
      const sections = sectionsOn(plan);
      const texts = sectionTexts(
        markdown,
        sections.map(({ title }) => title)
      );
      return Object.fromEntries(
        [...texts].map(([at, text]) => [
          sections[at].id,
          {
            markdown: text,
            attempt: state.written[sections[at].id]?.attempt ?? 0,
            plain: false,
            values: state.written[sections[at].id]?.values
          }
        ])
      );
    }
  };
