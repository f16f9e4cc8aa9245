/** Arguments parsed from JSON; null if it is not a JSON object. */
export function readArguments(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    // Half written, or not JSON: the caller reports it.
    return null;
  }
}
