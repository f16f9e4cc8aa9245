import type {
  IEvidence,
  IEvidenceSection,
  IReportFinding,
  ITranslator
} from '../../../contract';
import { personalData } from './personal-data';

/** Words and columns that state a number of cases. */
const COUNT =
  /\b(?:n|count|rows?|cases|samples?|observations?|records|zeilen|anzahl|nombre|filas)\b/i;
/** Findings about the evidence, before any text is written. */
export function checkEvidence(
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
