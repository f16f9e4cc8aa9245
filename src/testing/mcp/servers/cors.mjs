/** The headers with which a server lets pages send and read. */
export const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers':
    'content-type, authorization, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name, last-event-id',
  'access-control-expose-headers':
    'mcp-session-id, mcp-protocol-version, www-authenticate, retry-after'
};

/** @returns whether the request was a preflight, which is answered here. */
export function allowPages(request, response, headers = CORS) {
  for (const [name, value] of Object.entries(headers)) {
    response.setHeader(name, value);
  }
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end();
    return true;
  }
  return false;
}
