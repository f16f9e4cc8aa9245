const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;'
};

/** Text escaped for HTML or XML, between tags or in quotes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character]);
}
