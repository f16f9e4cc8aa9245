import type { IEvidence } from '../../../contract';
import { envelope } from '../../../engine/tool-calls/envelope';
import { evidenceValues } from '../../../report';
import { truncateText } from '../../../contract/text/truncate-text';

export interface IDigestOptions {
  /**
   * If true, no values are included, only what exists; numbers are inserted by
   * their names.
   */
  schemasOnly: boolean;
  /** The most characters of a piece. */
  most: number;
  /** Whether the code that made each piece is shown, as a plot's always is. */
  withCode?: boolean;
}

/** The most characters of the code that made a piece. */
const MAX_CODE = 1000;

/** The most values that are listed by name. */
const MAX_VALUES = 60;

/**
 * The pieces of evidence for a model: as data, never as words of the person.
 */
export function evidenceDigest(
  pieces: readonly IEvidence[],
  options: IDigestOptions
): string {
  return envelope(
    'evidence',
    pieces.length === 0
      ? 'none'
      : pieces.map(each => pieceDigest(each, options)).join('\n\n')
  );
}

function pieceDigest(
  evidence: IEvidence,
  { schemasOnly, most, withCode = false }: IDigestOptions
): string {
  const { id, content, title, stale, cut, code } = evidence;
  const head = [
    `[[${id}]] ${content.kind}`,
    schemasOnly ? '' : `“${title}”`,
    stale.length > 0 ? `(${stale.join(', ')})` : '',
    cut ? '(shortened)' : ''
  ]
    .filter(Boolean)
    .join(' ');
  const body = schemasOnly
    ? schemaOf(evidence)
    : `${truncateText(contentOf(evidence), most)}${valuesOf(evidence)}${
        code && (withCode || content.kind === 'plot')
          ? `\n${content.kind === 'plot' ? 'Drawn' : 'Computed'} by:\n${truncateText(code, Math.min(most, MAX_CODE))}`
          : ''
      }`;
  return `${head}\n${body}`.trim();
}

function contentOf({ id, content }: IEvidence): string {
  switch (content.kind) {
    case 'table': {
      const { header, rows, size } = content.table;
      return [
        ...header.map(row => row.join(' | ')),
        ...rows.map((row, at) => `r${at + 1}: ${row.join(' | ')}`),
        `${size.rows ?? '?'} rows, ${size.columns ?? '?'} columns`
      ].join('\n');
    }
    case 'plot':
      return `A picture, ${content.width} × ${content.height}. Show it with ![caption](${id}) alone in a paragraph.`;
    case 'error':
      return `${content.name}: ${content.text}`;
    default:
      return content.text;
  }
}

/**
 * Numbers of a text by their names; those of a table are named by row and
 * column.
 */
function valuesOf(evidence: IEvidence): string {
  const { id, content } = evidence;
  if (content.kind === 'table') {
    return `\nNumbers: {{${id}.r1c2}} is row 1, column 2.`;
  }
  const { values } = evidenceValues(evidence);
  return values.length === 0
    ? ''
    : `\nNumbers: ${values
        .slice(0, MAX_VALUES)
        .map(({ name, text }) => `{{${id}.${name}}} = ${text}`)
        .join(', ')}`;
}

/** What a piece is, without its content. */
function schemaOf(evidence: IEvidence): string {
  const { id, content } = evidence;
  switch (content.kind) {
    case 'table': {
      const { header, rows, size } = content.table;
      return `Columns: ${(header.at(-1) ?? []).join(' | ')}\n${size.rows ?? rows.length} rows. Numbers: {{${id}.r1c2}} is row 1, column 2.`;
    }
    case 'plot':
      return `A picture. Show it with ![caption](${id}) alone in a paragraph.`;
    default:
      return `Text that is withheld. Numbers: ${
        evidenceValues(evidence)
          .values.slice(0, MAX_VALUES)
          .map(({ name }) => `{{${id}.${name}}}`)
          .join(', ') || 'none'
      }`;
  }
}
