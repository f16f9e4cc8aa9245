import { WorkspaceError, type ITranslator } from '../../contract';

/** How long the person may take to sign in, in ms. */
const LIMIT = 10 * 60_000;

/** The parts of the browser that a sign-in uses; replaced in tests. */
export interface ISignInPage {
  open(url: string, target: string, features: string): Window | null;
  channel(
    name: string
  ): Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>;
}

const PAGE: ISignInPage = {
  open: (url, target, features) => window.open(url, target, features),
  channel: name => new BroadcastChannel(name)
};

/**
 * Opens a server's sign-in page in a window of its own, and waits for the
 * callback page to report. It reports on a channel that is named after the
 * random `state` of this attempt, so no other page of this origin hears it; and
 * the window has no access to this page.
 *
 * @returns the parameters that the callback page received.
 * @throws WorkspaceError if the browser does not open a window.
 */
export async function openSignIn(
  url: URL,
  signal: AbortSignal,
  trans: ITranslator,
  page: ISignInPage = PAGE
): Promise<URLSearchParams> {
  const channel = page.channel(
    `cellwright-sign-in:${url.searchParams.get('state') ?? ''}`
  );
  let opened: Window | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const stop = () => reject(signal.reason as Error);
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) {
        stop();
        return;
      }
      timer = setTimeout(
        () =>
          reject(
            new WorkspaceError(
              'failed',
              trans.__(
                'Nobody signed in to %1 for ten minutes, so the attempt has ended. Sign in again.',
                url.host
              )
            )
          ),
        LIMIT
      );
      channel.onmessage = ({ data }: MessageEvent<unknown>) => {
        const search = searchIn(data);
        if (search !== null) {
          channel.postMessage('taken');
          resolve(new URLSearchParams(search));
        }
      };
      // Opened empty first: with `noopener` it could not be seen whether it was
      // blocked.
      opened = page.open('', '_blank', 'popup,width=520,height=680');
      if (!opened) {
        reject(
          new WorkspaceError(
            'failed',
            trans.__(
              'The browser did not open a window to sign in to %1. Allow pop-ups for this page, then sign in again.',
              url.host
            )
          )
        );
        return;
      }
      opened.opener = null;
      opened.location.replace(url.href);
    });
  } catch (error) {
    (opened as Window | null)?.close();
    throw error;
  } finally {
    clearTimeout(timer);
    channel.close();
  }
}

function searchIn(data: unknown): string | null {
  return typeof data === 'object' &&
    data !== null &&
    'search' in data &&
    typeof data.search === 'string'
    ? data.search
    : null;
}
