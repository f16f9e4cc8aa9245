/** A model's text without the heading that it was told to leave out. */
export function withoutHeading(text: string, title: string): string {
  const trimmed = unfenced(text.trim());
  const [, heading] = /^#{1,6}[ \t]([^\n]+)/.exec(trimmed) ?? [];
  return heading !== undefined && same(heading, title)
    ? trimmed.slice(trimmed.indexOf('\n') + 1 || trimmed.length).trim()
    : trimmed;
}

/** Some models put all of their text in a fence. */
function unfenced(text: string): string {
  const [, inside] = /^```(?:markdown|md)\n([\s\S]*)\n```$/.exec(text) ?? [];
  return inside === undefined || inside.includes('\n```\n')
    ? text
    : inside.trim();
}

function same(one: string, other: string): boolean {
  const plain = (text: string): string =>
    text
      .replace(/[#*_\s]+/g, ' ')
      .trim()
      .toLowerCase();
  return plain(one) === plain(other);
}
