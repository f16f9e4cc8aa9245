import type {
  IEvidence,
  IEvidencePiece,
  IEvidenceSection
} from '../../../contract';
import { pieceChange } from './group-evidence';
import { personalData } from './personal-data';

const TEXT = 600;
const ROWS = 5;
const COLUMNS = 12;
const CELL = 60;

/** The pieces as their card shows them. */
export function evidencePieces(
  evidence: readonly IEvidence[],
  thumbnails: Readonly<Record<string, string>>,
  before: readonly IEvidenceSection[] | null,
  after: readonly IEvidenceSection[]
): IEvidencePiece[] {
  return evidence.map(each => {
    const { id, content, title, source, hash, time, stale, cut } = each;
    const { notebook, cellId, output, executionCount, from } = source;
    return {
      id,
      kind: content.kind,
      title,
      source: {
        notebook,
        cellId,
        output,
        executionCount,
        from: from ?? 'cell'
      },
      hash,
      time,
      stale: [...stale],
      cut,
      relevance: Math.min(1, Math.max(0, each.relevance)),
      text:
        content.kind === 'table' || content.kind === 'plot'
          ? ''
          : content.text.slice(0, TEXT),
      table:
        content.kind === 'table'
          ? {
              header: content.table.header.slice(-2).map(shortRow),
              rows: content.table.rows.slice(0, ROWS).map(shortRow),
              size: content.table.size
            }
          : null,
      thumbnail: thumbnails[id] ?? null,
      personal: personalData(each),
      change: pieceChange(id, before, after)
    };
  });
}

function shortRow(row: readonly string[]): string[] {
  return row.slice(0, COLUMNS).map(cell => cell.slice(0, CELL));
}
