import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import {
  type IEvidence,
  type IEvidenceSection,
  type IReportFinding,
  type ITranslator,
  reportPlan
} from '../../../contract';
import { evidenceDigest } from '../judging/evidence-digest';
import { sectionsOn } from '../judging/assemble';
import { judgeChecklist } from '../judging/judge-checklist';
import { personalData } from '../judging/personal-data';
import { isFailed } from './validate';
import { askAsAllowed } from '../state/ask-as-allowed';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';

const MAX_CHARACTERS = 500;

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
    const { report, grouped, evidence, checklist } = state;
    const plan = reportPlan.parse(state.plan);
    const used = new Set(grouped.flatMap(({ pieces }) => pieces));
    const approved = evidence.filter(({ id }) => used.has(id));
    const items = ports.settings().checks.checklist ? checklist : [];
    const judged = await askAsAllowed(ports, (allowed, schemasOnly) =>
      judgeChecklist(
        ports,
        allowed,
        items,
        `The evidence that the document will be written from:\n${evidenceDigest(
          approved,
          { schemasOnly, most: MAX_CHARACTERS }
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
      concerns,
      toWrite: sectionsOn(plan).map(({ id }) => id),
      hasMended: false,
      mended: []
    };
  };

/** Words and columns that state a number of cases, and the shape of a frame. */
const COUNT =
  /\b(?:n|count|rows?|cases|samples?|observations?|records|zeilen|anzahl|nombre|filas)\b|^\(\d+, \d+\)$/im;
/** Findings about the evidence, before any text is written. */
function checkEvidence(
  sections: readonly IEvidenceSection[],
  evidence: readonly IEvidence[],
  trans: ITranslator
): IReportFinding[] {
  const used = new Set(sections.flatMap(({ pieces }) => pieces));
  const pieces = evidence.filter(({ id }) => used.has(id));
  const findings: Omit<IReportFinding, 'id' | 'insert' | 'state'>[] = [];
  for (const { title, pieces: own } of sections) {
    if (own.length === 0) {
      findings.push({
        check: 'evidence',
        section: title,
        text: trans.__('“%1” has no evidence.', title)
      });
    }
  }
  if (pieces.length > 0 && !pieces.some(countsSomething)) {
    findings.push({
      check: 'samples',
      section: '',
      text: trans.__(
        'Nothing in the evidence says how many rows or cases it covers.'
      )
    });
  }
  const personal = pieces.filter(each => personalData(each).length > 0);
  if (personal.length > 0) {
    findings.push({
      check: 'personal',
      section: '',
      text: trans.__(
        'This evidence may name people: %1.',
        personal.map(({ id }) => id).join(', ')
      )
    });
  }
  return findings.map((each, at) => ({
    ...each,
    id: `evidence-${at + 1}`,
    state: 'failed',
    insert: null
  }));
}

function countsSomething({ title, content }: IEvidence): boolean {
  switch (content.kind) {
    case 'table':
      return (
        content.table.size.rows !== null ||
        [...content.table.header, ...content.table.rows]
          .flat()
          .some(cell => COUNT.test(cell))
      );
    case 'plot':
      return COUNT.test(title);
    default:
      return COUNT.test(content.text);
  }
}
