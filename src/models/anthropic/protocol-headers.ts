/** What Anthropic wants to see: its API's version, and that a page asks on purpose. */
export const PROTOCOL_HEADERS = {
  'anthropic-version': '2023-06-01',
  'anthropic-dangerous-direct-browser-access': 'true'
};
