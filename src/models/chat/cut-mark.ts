import { scanJson } from '../../contract/util/scan-json';

/**
 * Text to append to arguments that end too early. LangChain would complete
 * truncated JSON by guessing, and half a cell of code would pass as a valid
 * call. With this mark the call is invalid, and the model sees where it was cut
 * off.
 *
 * @param isCut whether it is known that they were, even if they look complete.
 */
export function cutMark(args: string, isCut = false): string {
  let depth = 0;
  const inString = scanJson(args, 0, bracket => {
    depth += bracket === '{' || bracket === '[' ? 1 : -1;
  });
  if (!inString && depth <= 0) {
    return isCut ? CUT : '';
  }
  const escaping = inString && /(^|[^\\])(\\\\)*\\$/.test(args);
  return `${escaping ? '\\' : ''}${inString ? '"' : ''}${CUT}`;
}

const CUT = ' <cut off here>';
