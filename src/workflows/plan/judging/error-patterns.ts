/**
 * Texts in the result of a call that failed without setting its error field.
 */
export const ERROR_PATTERNS: readonly RegExp[] = [
  /\binput validation error\b/i,
  /["']?\bisError["']?\s*[:=]\s*true\b/i,
  /\b400 bad request\b/i,
  /\b401 unauthorized\b/i,
  /\b403 forbidden\b/i,
  /\b404 not found\b/i,
  /\b429 too many requests\b/i,
  /\b500 internal server error\b/i,
  /\b50[234] (bad gateway|service unavailable|gateway timeout)\b/i,
  /\btool execution failed\b/i,
  /\bMCP error -?\d+/i,
  /^Traceback \(most recent call last\)/m,
  /^[^\S\n]{0,80}(\w{1,80}\.){0,20}\w{1,80}(Error|Exception): \S/m
];
