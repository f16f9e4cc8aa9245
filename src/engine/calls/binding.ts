import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';

import type { IProposal } from '../../contract';

/**
 * The mark that a card and its decision store of a call and of the state of the
 * cell or file that the card showed: a decision holds while it stays the same.
 */
export function callMark(
  tool: string,
  args: Record<string, unknown>,
  proposal: Pick<IProposal, 'basis' | 'content'> | null
): string {
  const { basis = '', content = null } = proposal ?? {};
  return bindingMark(JSON.stringify([tool, args, basis, content]));
}

/**
 * The mark of a text that a person decides on. SHA-256, since somebody may look
 * for another text with the same mark. Not the browser's implementation, which
 * is asynchronous and missing on plain http.
 */
export function bindingMark(text: string): string {
  return `sha256:${bytesToHex(sha256(utf8ToBytes(text)))}`;
}
