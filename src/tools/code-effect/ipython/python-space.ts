/** The characters that Python's `strip` removes, as a pattern. */
export const PYTHON_SPACE =
  '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';

/** The same at the end of a text. */
export const PYTHON_END_SPACE = new RegExp(`${PYTHON_SPACE}+$`);
