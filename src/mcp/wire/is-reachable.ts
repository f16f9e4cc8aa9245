/** ms that anybody has to answer. */
const LIMIT = 5_000;

/** Whether anybody is there, without reading what they say. */
export async function isReachable(
  url: URL,
  fetched: typeof fetch = fetch
): Promise<boolean> {
  const end = new AbortController();
  const limit = setTimeout(() => end.abort(), LIMIT);
  try {
    await fetched(url, {
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: end.signal
    });
    return true;
  } catch {
    // That is the answer.
    return false;
  } finally {
    clearTimeout(limit);
    end.abort();
  }
}
