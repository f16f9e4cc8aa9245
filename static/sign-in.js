/**
 * Where a server's sign-in page sends the person back to. What it was given goes
 * to the page that asked and to no other: it alone listens on a channel that is
 * named by the attempt's state.
 */
const given = window.location.search;
const state = new URLSearchParams(given).get('state');

// Not left in the address line or the history.
window.history.replaceState(null, '', window.location.pathname);

function say(text) {
  document.getElementById('text').textContent = text;
}

if (!state) {
  say('This page is where signing in to a server ends. Nothing to do here.');
} else {
  const channel = new BroadcastChannel(`cellwright sign-in ${state}`);
  const nobody = setTimeout(() => {
    say(
      'The page that asked you to sign in is no longer open. Close this window and sign in again from JupyterLab.'
    );
  }, 3000);
  channel.onmessage = ({ data }) => {
    if (data?.taken) {
      clearTimeout(nobody);
      say('That is all. You can close this window.');
      window.close();
    }
  };
  channel.postMessage(given);
}
