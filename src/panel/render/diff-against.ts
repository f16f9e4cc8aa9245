import { unifiedMergeView } from '@codemirror/merge';
import type { Extension } from '@codemirror/state';

/**
 * Shows the editor's text against the earlier text, in one column. Only ever
 * imported dynamically, since most cards show no diff.
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
