/**
 * A section as shown while it is being written. What the page fills in is not
 * there yet, so a number appears as a gap, a figure as its caption, and
 * references not at all.
 */
export function streamedText(text: string): string {
  return (
    text
      .replace(/^!\[(.*)\]\(e\d+\)\s*$/gm, '_$1_')
      .replace(/\[\[\s*e\d[^[\]]*\]\]/g, '')
      .replace(/\{\{\s*e\d[^{}]*\}\}/g, '…')
      // One of these may have begun to arrive without its end.
      .replace(
        /(!\[[^[\]\n]*(\](\(\w*)?)?|\[\[[^[\]\n]*\]?|\{\{[^{}\n]*\}?)$/,
        ''
      )
  );
}
