import { unifiedMergeView } from '@codemirror/merge';
import type { Extension } from '@codemirror/state';

/**
 * The editor's text against what was there before, in one column. Reached by a
 * dynamic import only: most cards show no diff.
 */
export function diffAgainst(before: string): Extension {
  return unifiedMergeView({
    original: before,
    mergeControls: false,
    gutter: false,
    allowInlineDiffs: false,
    collapseUnchanged: { margin: 3, minSize: 8 },
    diffConfig: { scanLimit: 2000, timeout: 200 }
  });
}
