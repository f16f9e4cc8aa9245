import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import {
  reportPlan,
  type IReportFinding,
  type ITranslator
} from '../../../contract';
import { askCard } from '../../../engine/interrupts/ask-person';
import { safeBaseName, sectionTexts } from '../../../report';
import { sectionsOn } from '../judging/report-document';
import type { IReportPorts } from '../state/report-ports';
import {
  type IWrittenSection,
  type ReportStateValue,
  type ReportUpdate
} from '../state/report-state';
import { folderOf } from '../../../contract/text/path-from-root';

/** The last card; nothing is saved before it, and the text is kept in any case. */
export const reviewCardNode =
  ({ say, trans }: IReportPorts) =>
  (state: ReportStateValue, config: LangGraphRunnableConfig): ReportUpdate => {
    const { report, draft, concerns, untraced, template } = state;
    const plan = reportPlan.parse(state.plan);
    const shown = [
      ...withEvidenceGaps(state, trans),
      // The checklist was checked again after the text was written.
      ...concerns.filter(({ check }) => check !== 'checklist')
    ];
    const docxTemplate = /\.docx$/i.test(template ?? '') ? template : null;
    const answer = askCard(config, {
      kind: 'review',
      title: trans.__('The finished report'),
      text: '',
      report,
      heading: plan.title,
      markdown: draft,
      sections: sectionsOn(plan).map(({ id, title }) => ({ id, title })),
      findings: shown,
      untraced,
      baseName: safeBaseName(plan.title, trans.__('report')),
      folder: folderOf(state.notebook),
      forms: docxTemplate ? ['docx'] : plan.forms.length ? plan.forms : ['md'],
      docxTemplate
    });
    if (
      answer &&
      'markdown' in answer &&
      answer.markdown &&
      answer.markdown !== draft
    ) {
      // Shows the text with the person's changes to whoever has it open.
      say({ type: 'report-draft', report, markdown: answer.markdown });
    }
    switch (answer?.action) {
      case 'save': {
        const { markdown, ...saving } = answer;
        return {
          draft: markdown,
          written: edited(markdown),
          changes: changesBy(markdown),
          saving
        };
      }
      case 'back': {
        const markdown = answer.markdown ?? state.draft;
        return {
          draft: markdown,
          written: edited(markdown),
          remark: answer.words,
          changes: [
            ...changesBy(markdown),
            trans.__('It was written again with your remark: %1', answer.words)
          ],
          toWrite: sectionsOn(plan)
            .map(({ id }) => id)
            .filter(
              id => answer.sections.length === 0 || answer.sections.includes(id)
            ),
          hasMended: false,
          mended: []
        };
      }
      default:
        return {
          ended: {
            outcome: 'discarded',
            reason: answer
              ? answer.reason
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

/**
 * Adds to the findings of the finished text: if an item of the checklist is not
 * met, and the evidence did not meet it either, the finding says so, since
 * writing the text again will not help.
 */
function withEvidenceGaps(
  {
    checklist,
    concerns,
    findings
  }: Pick<ReportStateValue, 'checklist' | 'concerns' | 'findings'>,
  trans: ITranslator
): IReportFinding[] {
  const isOpen = ({ check, state, text }: IReportFinding): boolean =>
    // An item that nobody judged has a different text here.
    check === 'checklist' && state === 'failed' && checklist.includes(text);
  const lacking = new Set(concerns.filter(isOpen).map(({ text }) => text));
  return findings.map(each =>
    isOpen(each) && lacking.has(each.text)
      ? {
          ...each,
          text: trans.__('%1 (not in the evidence either)', each.text)
        }
      : each
  );
}
