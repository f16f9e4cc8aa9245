/**
 * Where a sign-in page sends the person back to. What it hands over goes to the
 * page that asked and to no other: the channel is named after the random `state`
 * of this one attempt, and only pages of this origin hear it. It runs in a
 * window of its own, apart from JupyterLab.
 */
'use strict';

(() => {
  /** In ms: a page that is still open answers at once. */
  const PATIENCE = 5000;
  const said = document.getElementById('said');
  const { search } = window.location;
  const state = new URLSearchParams(search).get('state');
  // The code is good once, but it need not stand in the history for that.
  window.history.replaceState(null, '', window.location.pathname);
  if (!state) {
    said.textContent =
      'Nobody has begun to sign in here. You can close this window.';
    return;
  }
  const channel = new BroadcastChannel(`cellwright-sign-in:${state}`);
  const end = text => {
    clearTimeout(waiting);
    channel.close();
    said.textContent = text;
  };
  const waiting = setTimeout(
    () =>
      end(
        'The page that asked to sign in is no longer there. Go back to JupyterLab and sign in again; you can close this window.'
      ),
    PATIENCE
  );
  channel.onmessage = ({ data }) => {
    if (data === 'taken') {
      end('Done. You can close this window and go back to JupyterLab.');
      window.close();
    }
  };
  channel.postMessage({ search });
})();
