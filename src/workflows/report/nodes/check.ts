import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import { reportPlan } from '../../../contract';
import { cachedModel } from '../asking/cached-model';
import { evidenceDigest } from '../asking/evidence-digest';
import { sectionsOn } from '../judging/assemble';
import { checkEvidence } from '../judging/check-evidence';
import { judgeChecklist } from '../judging/judge-checklist';
import { asAllowed } from '../state/as-allowed';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';

const MOST_CHARACTERS = 500;

/** Holds the evidence against what a report needs, before a word is written. */
export const checkNode =
  (ports: IReportPorts) =>
  async (
    state: ReportStateValue,
    { signal }: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const { grouped, evidence, checklist, answers } = state;
    const plan = reportPlan.parse(state.plan);
    const used = new Set(grouped.flatMap(({ pieces }) => pieces));
    const approved = evidence.filter(({ id }) => used.has(id));
    const { model, fresh } = cachedModel(ports.model, answers);
    const items = ports.settings().checks.checklist ? checklist : [];
    const judged = await asAllowed(ports, model, (allowed, schemasOnly) =>
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
      console.warn('Cellwright: a checklist was not gone through', error);
      return [];
    });
    return {
      answers: fresh,
      concerns: [
        ...(plan.searches ? checkEvidence(grouped, evidence, ports.trans) : []),
        ...judged.map(each => ({ ...each, id: `before-${each.id}` }))
      ],
      toWrite: sectionsOn(plan).map(({ id }) => id),
      hasMended: false,
      mended: []
    };
  };
