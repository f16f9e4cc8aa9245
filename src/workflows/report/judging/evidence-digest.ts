import type { IEvidence } from '../../../contract';
import { envelope } from '../../../engine/calls/envelope';
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
  const isPlot = content.kind === 'plot';
  const head = [
    `[[${id}]] ${content.kind}`,
    schemasOnly ? '' : `“${title}”`,
    stale.length > 0 ? `(${stale.join(', ')})` : '',
    cut ? '(shortened)' : ''
  ]
    .filter(Boolean)
    .join(' ');
  const origin =
    !schemasOnly && code && (withCode || isPlot)
      ? `\n${isPlot ? 'Drawn' : 'Computed'} by:\n${truncateText(code, Math.min(most, MAX_CODE))}`
      : '';
  return `${head}\n${bodyOf(evidence, schemasOnly, most)}${origin}`.trim();
}

/** With the names of its numbers; those of a table are by row and column. */
function bodyOf(
  evidence: IEvidence,
  schemasOnly: boolean,
  most: number
): string {
  const { id, content } = evidence;
  switch (content.kind) {
    case 'table': {
      const { header, rows, size } = content.table;
      const cells = [
        ...header.map(row => row.join(' | ')),
        ...rows.map((row, at) => `r${at + 1}: ${row.join(' | ')}`),
        `${size.rows ?? '?'} rows, ${size.columns ?? '?'} columns`
      ];
      const shown = schemasOnly
        ? `Columns: ${(header.at(-1) ?? []).join(' | ')}\n${size.rows ?? rows.length} rows. `
        : `${truncateText(cells.join('\n'), most)}\n`;
      return `${shown}Numbers: {{${id}.r1c2}} is row 1, column 2.`;
    }
    case 'plot':
      return `A picture${schemasOnly ? '' : `, ${content.width} × ${content.height}`}. Show it with ![caption](${id}) alone in a paragraph.`;
    default: {
      const values = evidenceValues(evidence)
        .values.slice(0, MAX_VALUES)
        .map(({ name, text }) =>
          schemasOnly ? `{{${id}.${name}}}` : `{{${id}.${name}}} = ${text}`
        )
        .join(', ');
      if (schemasOnly) {
        return `Text that is withheld. Numbers: ${values || 'none'}`;
      }
      const name = content.kind === 'error' ? `${content.name}: ` : '';
      return (
        truncateText(name + content.text, most) +
        (values && `\nNumbers: ${values}`)
      );
    }
  }
}
