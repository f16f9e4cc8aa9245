import type { Root, RootContent } from 'mdast';

/**
 * A report without the heading it may begin with: its title is in its details,
 * and each form writes it in its own way.
 */
export function bodyOf({ children }: Root): RootContent[] {
  const [first, ...rest] = children;
  return first?.type === 'heading' && first.depth === 1 ? rest : children;
}
