import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';
import type { z } from 'zod';

import { reportPlan } from '../../../contract';
import { askStructured } from '../../plan/asking/ask-structured';
import { voicedMessages } from '../../plan/state/voiced-messages';
import { cachedModel } from '../asking/cached-model';
import { evidenceDigest } from '../asking/evidence-digest';
import { sectionsOn } from '../judging/assemble';
import { groupingChanges } from '../judging/group-evidence';
import { asAllowed } from '../state/as-allowed';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';
import { GROUPING, groupedBy, grouping, sectionList } from './aggregate';

const MOST_CHARACTERS = 700;

/** Works in what the person wrote; what they ticked and moved holds. */
export const evidenceChangeNode =
  (ports: IReportPorts) =>
  async (
    state: ReportStateValue,
    { signal }: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const { report, evidence, grouped, evidenceWords, groupedBefore } = state;
    const plan = reportPlan.parse(state.plan);
    const { model, fresh } = cachedModel(ports.model, state.answers);
    const line = ports.trans.__(
      'The model did not make the change you asked for. Change the evidence yourself.'
    );
    let values = false;
    const { value, line: failed } = await asAllowed(
      ports,
      model,
      (allowed, schemasOnly) => {
        values = !schemasOnly;
        return askStructured<z.output<typeof grouping> | null>(allowed, {
          name: 'change_evidence',
          schema: grouping,
          messages: voicedMessages(
            ports,
            GROUPING,
            [
              `The sections:\n${sectionList(sectionsOn(plan))}`,
              `As it is now: ${JSON.stringify(
                grouped.map(({ pieces, summary }, at) => ({
                  number: at + 1,
                  pieces,
                  summary: schemasOnly && state.groupedValues ? '' : summary
                }))
              )}`,
              `What the person wants changed, and nothing else: ${evidenceWords}`,
              evidenceDigest(evidence, { schemasOnly, most: MOST_CHARACTERS })
            ].join('\n\n')
          ),
          fallback: null,
          line,
          short: false,
          temperature: 0.3,
          signal
        });
      }
    ).catch((error: unknown) => {
      signal?.throwIfAborted();
      console.warn('Cellwright: evidence was not changed', error);
      return { value: null, line };
    });
    if (failed) {
      ports.say({ type: 'report-line', report, text: failed });
      return { answers: fresh, evidenceWords: '' };
    }
    const changed = value
      ? groupedBy(value, grouped, evidence, Infinity, plan.language)
      : grouped;
    return {
      answers: fresh,
      evidenceWords: '',
      ...(value && { groupedValues: values }),
      grouped: changed,
      changes: groupingChanges(grouped, changed, evidence, ports.trans),
      differences: groupingChanges(
        groupedBefore ?? grouped,
        changed,
        evidence,
        ports.trans
      )
    };
  };
