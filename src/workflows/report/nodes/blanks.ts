import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import { reportPlan } from '../../../contract';
import { cachedModel } from '../asking/cached-model';
import { evidenceDigest } from '../asking/evidence-digest';
import { fillBlanks, openBlanks } from '../judging/fill-blanks';
import { askAsAllowed } from '../state/ask-as-allowed';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';

const MOST_CHARACTERS = 500;

/**
 * Fills blanks of a template from the evidence. It is a node of its own, so
 * that a crash does not repeat the request.
 */
export const blanksNode =
  (ports: IReportPorts) =>
  async (
    state: ReportStateValue,
    { signal }: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const { grouped, parts, answers } = state;
    const plan = reportPlan.parse(state.plan);
    const used = new Set(grouped.flatMap(({ pieces }) => pieces));
    const evidence = state.evidence.filter(({ id }) => used.has(id));
    const { model, fresh } = cachedModel(ports.model, answers);
    const filled = await askAsAllowed(ports, model, (allowed, schemasOnly) =>
      fillBlanks(
        ports,
        allowed,
        openBlanks(parts, plan, {}),
        {
          evidence,
          digest: evidenceDigest(evidence, {
            schemasOnly,
            most: MOST_CHARACTERS
          })
        },
        plan.language,
        signal
      )
    ).catch((error: unknown) => {
      signal?.throwIfAborted();
      console.warn(
        'Cellwright: blanks of a template could not be filled in',
        error
      );
      return {};
    });
    return { answers: fresh, filled };
  };
