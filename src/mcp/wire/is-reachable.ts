/** ms within which there must be a response. */
const LIMIT = 5_000;

/** Whether anything responds, without reading the response. */
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
    // The failure is the answer.
    return false;
  } finally {
    clearTimeout(limit);
    end.abort();
  }
}
