/**
 * Whether Markdown is text and nothing more. HTML may hold buttons that run
 * JupyterLab's commands, and an image from another host tells that host what
 * its address holds, so either is for the person to look at first.
 */
export function isPlainMarkdown(source: string): boolean {
  const hasHtml = /<[a-z!/]/i.test(source);
  const hasRemoteImage = source.includes('![') && source.includes('//');
  return !hasHtml && !hasRemoteImage;
}
