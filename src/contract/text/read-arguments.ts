/**
 * Arguments parsed from JSON, also where they are JSON in a string once more, or
 * nothing at all; null if it is not a JSON object.
 */
export function readArguments(text: string): Record<string, unknown> | null {
  if (text.trim() === '') {
    return {};
  }
  try {
    const once: unknown = JSON.parse(text);
    const value: unknown = typeof once === 'string' ? JSON.parse(once) : once;
    if (value === null) {
      return {};
    }
    return typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    // Half written, or not JSON: the caller reports it.
    return null;
  }
}
