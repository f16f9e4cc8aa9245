/** SDKs require a key. The real one is added in our `fetch` and nowhere else. */
export const NO_KEY = 'not-a-key';

/** ms until the first byte of an answer; local models can take long. */
export const FIRST_BYTE_TIMEOUT = 10 * 60_000;
