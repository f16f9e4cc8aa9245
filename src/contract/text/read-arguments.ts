/** Arguments out of their JSON; null where it is none of an object. */
export function readArguments(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    // Half written, or not JSON: whoever uses them says so.
    return null;
  }
}
