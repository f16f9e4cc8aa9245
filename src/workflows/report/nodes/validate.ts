import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import { reportPlan, type IReportFinding } from '../../../contract';
import { envelope } from '../../../engine/tool-calls/envelope';
import { blankSections } from '../judging/blank-sections';
import { isWritten, openBlanks } from '../judging/fill-blanks';
import { judgeChecklist } from '../judging/judge-checklist';
import { validateText } from '../judging/validate-text';
import { askAsAllowed } from '../state/ask-as-allowed';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';

/** Checks the finished text against its plan. */
export const validateNode =
  (ports: IReportPorts) =>
  async (
    state: ReportStateValue,
    { signal }: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const { draft, written, checklist, mended, hasMended } = state;
    const plan = reportPlan.parse(state.plan);
    const { checks } = ports.settings();
    const { findings, untraced } = await validateText(state, checks, ports);
    // A text by a model that had seen values contains some, and may not be sent
    // in the mode "schemas only"; without it there is nothing to judge.
    const hasValues =
      Object.keys(state.filled).length > 0 ||
      Object.values(written).some(each => each.values !== false);
    const judged = await askAsAllowed(ports, (allowed, schemasOnly) =>
      judgeChecklist(
        ports,
        schemasOnly && hasValues ? null : allowed,
        checks.checklist ? checklist : [],
        `The document:\n${envelope('report', draft)}`,
        signal
      )
    ).catch((error: unknown) => {
      signal?.throwIfAborted();
      console.warn('Cellwright: a checklist could not be checked', error);
      return [];
    });
    const planned = /\.docx$/i.test(state.template ?? '')
      ? blankSections(state.parts, plan)
      : new Map<string, string>();
    const blanks = [
      ...openBlanks(state.parts, plan, state.filled),
      // Nobody writes these: no section is planned for them.
      ...state.parts.filter(part => isWritten(part) && !planned.has(part.name))
    ]
      .filter(({ required }) => required)
      .map(({ name, label }): IReportFinding => ({
        id: `blank-${name}`,
        check: 'template',
        state: 'failed',
        text: ports.trans.__('“%1” in the template is still empty.', label),
        section: '',
        insert: null
      }));
    const all: IReportFinding[] = [...findings, ...blanks, ...judged];
    const open = new Set(all.filter(isFailed).map(keyOf));
    const gone = mended.filter(each => !open.has(keyOf(each)));
    return {
      untraced,
      findings: [
        ...all,
        ...(hasMended
          ? gone.map((each, at) => ({
              ...each,
              id: `mended-${at + 1}`,
              state: 'mended' as const,
              insert: null
            }))
          : [])
      ]
    };
  };

export function isFailed({ state }: IReportFinding): boolean {
  return state === 'failed';
}

function keyOf({ check, section, text }: IReportFinding): string {
  // If a text is still too long, the sentence has other numbers.
  return JSON.stringify([check, section, check === 'length' ? '' : text]);
}
