/** How long somebody may take to sign in, in ms. */
const LIMIT = 10 * 60_000;

/**
 * Opens a server's sign-in page and waits for what the callback page is given.
 * The window is told nothing of this one; the callback page speaks on a channel
 * that is named by the attempt's `state`, which no other page knows, and this
 * page alone listens there.
 *
 * @throws what the signal gives, or that nothing came.
 */
export function openSignIn(
  url: URL,
  signal: AbortSignal
): Promise<URLSearchParams> {
  signal.throwIfAborted();
  const state = url.searchParams.get('state');
  if (!state) {
    throw new Error('A sign-in page without a state cannot be waited for.');
  }
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(`cellwright sign-in ${state}`);
    const timer = setTimeout(
      () => end(() => reject(new Error('Nobody signed in for ten minutes.'))),
      LIMIT
    );
    const stop = (): void => end(() => reject(signal.reason));
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      channel.close();
      signal.removeEventListener('abort', stop);
      settle();
    };
    signal.addEventListener('abort', stop);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') {
        // So that it says that the window can be closed.
        channel.postMessage({ taken: true });
        end(() => resolve(new URLSearchParams(data)));
      }
    };
    window.open(url, '_blank', 'noopener,popup,width=600,height=700');
  });
}
