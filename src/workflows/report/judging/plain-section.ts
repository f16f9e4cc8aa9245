import type { IEvidence } from '../../../contract';

/**
 * A section that was made without a model: its evidence, each piece with its
 * source.
 */
export function plainSection(pieces: readonly IEvidence[]): string {
  return pieces
    .map(({ id, content, title }) =>
      content.kind === 'plot' || content.kind === 'table'
        ? `![${plain(title)}](${id})`
        : `- ${plain(title) || id} [[${id}]]`
    )
    .join('\n\n');
}

/** A title, escaped so that Markdown shows it unchanged. */
function plain(text: string): string {
  return text.replace(/[\\`*_[\]{}<>()#!|~$]/g, '\\$&').replace(/\s+/g, ' ');
}
