import { editIcon } from '@jupyterlab/ui-components';
import type { ReactNode } from 'react';

import type { CallState, ITranslator } from '../../../contract';

export type GlyphName =
  CallState | 'edited' | 'approved' | 'answered' | 'thought' | 'summary';

const SHAPES: Record<GlyphName, ReactNode> = {
  waiting: '○',
  running: '●',
  done: '✓',
  approved: '✓',
  failed: '✕',
  rejected: '✕',
  stopped: '■',
  edited: <editIcon.react tag="span" width="12px" />,
  answered: '✓',
  thought: '…',
  summary: '≡'
};

/**
 * A state as one character or icon, hidden from screen readers, which get it elsewhere.
 */
export function Glyph({ name }: { name: GlyphName }) {
  return (
    <span className={`jp-Cellwright-glyph jp-mod-${name}`} aria-hidden="true">
      {SHAPES[name]}
    </span>
  );
}

/** The state as a word. */
export function stateName(state: CallState, trans: ITranslator): string {
  return {
    waiting: trans.__('Waiting'),
    running: trans.__('Running'),
    done: trans.__('Done'),
    failed: trans.__('Failed'),
    rejected: trans.__('Rejected'),
    stopped: trans.__('Stopped')
  }[state];
}
