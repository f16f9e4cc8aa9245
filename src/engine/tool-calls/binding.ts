import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';

import type { IProposal } from '../../contract';

/**
 * What a decision about a call is based on: the call, and the state of the cell
 * or file that the card showed.
 */
export class Binding {
  private readonly _tool: string;
  private readonly _args: Record<string, unknown>;
  private readonly _basis: string;
  private readonly _content: string | null;

  constructor(
    tool: string,
    args: Record<string, unknown>,
    proposal: Pick<IProposal, 'basis' | 'content'> | null
  ) {
    this._tool = tool;
    this._args = args;
    this._basis = proposal?.basis ?? '';
    this._content = proposal?.content ?? null;
  }

  /** The mark that a card and its decision store of it. */
  get mark(): string {
    return bindingMark(
      JSON.stringify([this._tool, this._args, this._basis, this._content])
    );
  }

  /** Whether a stored mark belongs to this binding. */
  holds(mark: string): boolean {
    return mark === this.mark;
  }
}

/**
 * The mark of a text that a person decides on. SHA-256, since somebody may look
 * for another text with the same mark. Not the browser's implementation, which
 * is asynchronous and missing on plain http.
 */
export function bindingMark(text: string): string {
  return `sha256:${bytesToHex(sha256(utf8ToBytes(text)))}`;
}
