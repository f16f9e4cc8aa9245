import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import { reportPlan, type IReportFinding } from '../../../contract';
import { cachedModel } from '../asking/cached-model';
import { evidenceDigest } from '../asking/evidence-digest';
import { sectionsOn } from '../judging/assemble';
import { checkEvidence } from '../judging/check-evidence';
import { judgeChecklist } from '../judging/judge-checklist';
import { askAsAllowed } from '../state/ask-as-allowed';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';
import { isFailed } from './validate';

const MOST_CHARACTERS = 500;

/**
 * Checks whether the evidence has what a report needs, before any text is
 * written.
 */
export const checkNode =
  (ports: IReportPorts) =>
  async (
    state: ReportStateValue,
    { signal }: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const { report, grouped, evidence, checklist, answers } = state;
    const plan = reportPlan.parse(state.plan);
    const used = new Set(grouped.flatMap(({ pieces }) => pieces));
    const approved = evidence.filter(({ id }) => used.has(id));
    const { model, fresh } = cachedModel(ports.model, answers);
    const items = ports.settings().checks.checklist ? checklist : [];
    const judged = await askAsAllowed(ports, model, (allowed, schemasOnly) =>
      judgeChecklist(
        ports,
        allowed,
        items,
        `The evidence that the document will be written from:\n${evidenceDigest(
          approved,
          { schemasOnly, most: MOST_CHARACTERS }
        )}`,
        signal
      )
    ).catch((error: unknown) => {
      signal?.throwIfAborted();
      console.warn('Cellwright: a checklist could not be checked', error);
      return [];
    });
    const concerns: IReportFinding[] = [
      ...(plan.searches ? checkEvidence(grouped, evidence, ports.trans) : []),
      ...judged.map(each => ({ ...each, id: `before-${each.id}` }))
    ];
    const open = concerns.filter(isFailed).length;
    if (open > 0) {
      // Reported before any text is written, for a person who would rather stop
      // here.
      ports.say({
        type: 'report-line',
        report,
        text: ports.trans._n(
          'The check of the evidence found %1 thing. It will be listed beside the report.',
          'The check of the evidence found %1 things. They will be listed beside the report.',
          open
        )
      });
    }
    return {
      answers: fresh,
      concerns,
      toWrite: sectionsOn(plan).map(({ id }) => id),
      hasMended: false,
      mended: []
    };
  };
