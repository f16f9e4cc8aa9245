import type { AgentEvent } from '../../contract';

/** Characters shown on each side of a word that was found. */
const AROUND = 60;

/** Most threads a search gives; whoever has more looks for more words. */
export const MOST_FOUND = 50;

export function searchWords(query: string): string[] {
  return [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))];
}

/** Where a search looks: what the person said and what they were answered. */
export const SEARCHED: ReadonlySet<AgentEvent['type']> = new Set([
  'user-message',
  'model-message',
  'final-answer'
] as const);

/** The text of an event that a search looks through; null where there is none. */
export function searchedText(event: AgentEvent): string | null {
  switch (event.type) {
    case 'user-message':
    case 'model-message':
      return event.text;
    case 'final-answer':
      return event.answer;
    default:
      return null;
  }
}

/** Looks for all words in the texts of one thread, one text after the other. */
export class ThreadSearch {
  private readonly _words: readonly string[];
  private readonly _missing: Set<string>;
  private _best = { words: 0, excerpt: '' };

  constructor(words: readonly string[], title: string) {
    this._words = words;
    this._missing = new Set(words);
    this._best.excerpt = title;
    const found = title.toLowerCase();
    words.forEach(word => found.includes(word) && this._missing.delete(word));
  }

  /** Whether all words were found. */
  get isFound(): boolean {
    return this._missing.size === 0;
  }

  /** Around the words, from the text that held most of them; else the title. */
  get excerpt(): string {
    return this._best.excerpt;
  }

  look(text: string): void {
    const lower = text.toLowerCase();
    const here = this._words.filter(word => lower.includes(word));
    here.forEach(word => this._missing.delete(word));
    if (here.length > this._best.words) {
      this._best = { words: here.length, excerpt: excerptOf(text, here[0]) };
    }
  }
}

function excerptOf(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word);
  const from = Math.max(0, at - AROUND);
  const to = Math.min(text.length, at + word.length + AROUND);
  const middle = text.slice(from, to).replace(/\s+/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${middle}${to < text.length ? '…' : ''}`;
}
