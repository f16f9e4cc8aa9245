/**
 * Headers Anthropic requires: the API version, and that a page calls it
 * deliberately.
 */
export const PROTOCOL_HEADERS = {
  'anthropic-version': '2023-06-01',
  'anthropic-dangerous-direct-browser-access': 'true'
};
