/**
 * A section while it is written, for the eyes: what the page will put in is not
 * there yet, so a number is a gap, a figure its caption, and references wait.
 */
export function streamedText(text: string): string {
  return (
    text
      .replace(/^!\[(.*)\]\(e\d+\)\s*$/gm, '_$1_')
      .replace(/\[\[\s*e\d[^\]]*\]\]/g, '')
      .replace(/\{\{\s*e\d[^}]*\}\}/g, '…')
      // The beginning of one of these may have come, and its end not yet.
      .replace(/(!\[[^\]\n]*(\](\(\w*)?)?|\[\[[^\]\n]*\]?|\{\{[^}\n]*\}?)$/, '')
  );
}
