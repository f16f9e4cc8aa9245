/**
 * Arguments parsed from JSON, also where they are JSON in a string once more, or
 * nothing at all; null if it is not a JSON object. Half of a surrogate pair becomes
 * a replacement character: no file with it can be saved, and no kernel takes it.
 */
export function readArguments(text: string): Record<string, unknown> | null {
  if (text.trim() === '') {
    return {};
  }
  try {
    const once: unknown = JSON.parse(text);
    const value: unknown = JSON.parse(
      typeof once === 'string' ? once : text,
      (_, each: unknown) =>
        typeof each === 'string' ? each.replace(/\p{Cs}/gu, '\ufffd') : each
    );
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
