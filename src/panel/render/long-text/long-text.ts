import { nextTask } from '../../../contract/util/next-task';
import { splitMarkdown } from './split-markdown';

/** A node of a rendered text, and the HTML it was made from. */
export interface IBlock {
  html: string;
  node: ChildNode;
}

/** Part of a text, and what it was rendered to. */
interface IPiece {
  source: string;
  blocks: IBlock[];
}

/**
 * Renders a long text in pieces, each in a task of its own. While more of it
 * comes, only the last piece and what is new are rendered again.
 */
export class LongText {
  private _pieces: IPiece[] = [];

  /** @param _render renders a text by itself. */
  constructor(
    private readonly _render: (source: string) => Promise<IBlock[]>
  ) {}

  /** The blocks of the text; those that it has kept are the same objects. */
  async render(text: string): Promise<IBlock[]> {
    let pieces = this._kept(text);
    const known = pieces.reduce((sum, { source }) => sum + source.length, 0);
    let sources = splitMarkdown(text.slice(known));
    if (!sources) {
      pieces = [];
      sources = [text];
    }
    this._pieces = pieces;
    for (const [at, source] of sources.entries()) {
      if (at > 0) {
        await nextTask();
      }
      pieces.push({ source, blocks: await this._render(source) });
    }
    return pieces.flatMap(({ blocks }) => blocks);
  }

  /** The pieces with which the text begins, unchanged. */
  private _kept(text: string): IPiece[] {
    let at = 0;
    const end = this._pieces.findIndex(({ source, blocks }, index) => {
      const begin = at;
      at += source.length;
      return (
        // More of the last one may come.
        index === this._pieces.length - 1 ||
        !text.startsWith(source, begin) ||
        // Text that is in no element may have been split on the page.
        blocks.some(
          ({ html, node }) => !(node instanceof Element) && html.trim() !== ''
        )
      );
    });
    return this._pieces.slice(0, Math.max(0, end));
  }
}
