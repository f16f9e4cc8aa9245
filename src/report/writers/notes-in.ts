import type { FootnoteDefinition, Nodes } from 'mdast';

/** The notes of a text, by their identifier. */
export function notesIn(node: Nodes): Map<string, FootnoteDefinition> {
  const notes = new Map<string, FootnoteDefinition>();
  (function collect(each: Nodes): void {
    if (each.type === 'footnoteDefinition') {
      notes.set(each.identifier, each);
    }
    if ('children' in each) {
      each.children.forEach(collect);
    }
  })(node);
  return notes;
}
