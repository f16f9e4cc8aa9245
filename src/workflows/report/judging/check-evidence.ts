import type {
  IEvidence,
  IEvidenceSection,
  IReportFinding,
  ITranslator
} from '../../../contract';
import { contradictions } from './contradictions';
import { personalData } from './personal-data';

/** Words and columns that state a number of cases. */
const COUNT =
  /\b(?:n|count|rows?|cases|samples?|observations?|records|zeilen|anzahl|nombre|filas)\b/i;
/**
 * A unit at the end of a name or beside it: `body_mass_g`, `length (mm)`, `%`.
 */
const UNIT =
  /[_\s([](?:[kmµn]?m|[km]?g|k?w|k?j|s|ms|min|h|days?|years?|°?[cf]|%|pct|percent|eur|usd|€|\$|kwh|l|ml|hz|pa|[km]?b|m2|m3)[\])]?$|[%€$£]/i;
/** Names of quantities without a unit. */
const BARE =
  /^(?:n|count|rows?|id|index|year|month|day|rank|std|min|max|mean|median|\d+%|share|ratio|score|p|r2?|auc|accuracy|precision|recall|f1)?$/i;

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
  const without = [...new Set(pieces.flatMap(columnsWithoutUnit))].slice(0, 8);
  if (without.length > 0) {
    findings.push({
      check: 'samples',
      section: '',
      text: trans.__('These columns have no unit: %1.', without.join(', '))
    });
  }
  for (const { of, one, other } of contradictions(pieces)) {
    findings.push({
      check: 'contradictions',
      section: '',
      text: trans.__(
        '“%1” is %2 in %3 and %4 in %5.',
        of,
        one.text,
        one.id,
        other.text,
        other.id
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

function columnsWithoutUnit({ content }: IEvidence): string[] {
  if (content.kind !== 'table') {
    return [];
  }
  const { header, rows, labels } = content.table;
  return (header.at(-1) ?? []).filter(
    (name, at) =>
      at >= labels &&
      !BARE.test(name.trim()) &&
      !UNIT.test(name.trim()) &&
      rows.some(row => /^-?\d+[.,]\d+$/.test(row[at]?.trim() ?? ''))
  );
}
