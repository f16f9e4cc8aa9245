/** Pages of browsers that Playwright does not drive as they are installed. */
import { start } from '../servers.mjs';
import { freePorts, probe } from '../processes.mjs';

const SIZE = { width: 1400, height: 900 };

export async function openFirefox({ stops }, executablePath) {
  const { default: puppeteer } = await import('puppeteer-core');
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true
  });
  stops.push(() => browser.close());
  const page = await browser.newPage();
  await page.setViewport(SIZE);
  page.on('dialog', dialog => void dialog.accept());
  return {
    // Not "load": Firefox waits for requests that JupyterLab keeps open.
    goto: url =>
      page.goto(url, { waitUntil: 'domcontentloaded', timeout: 120_000 }),
    evaluate: page.evaluate.bind(page),
    click: selector => page.click(selector),
    type: page.type.bind(page)
  };
}

/** WebKitGTK, over the WebDriver protocol (W3C), with as much of it as the job needs. */
export async function openWebKit({ stops, home }, file) {
  const [port] = await freePorts(1);
  const driver = `http://127.0.0.1:${port}`;
  await start(
    stops,
    'xvfb-run',
    ['-a', file, `--port=${port}`],
    // The display and the browser are of its group.
    { cwd: home, detached: true },
    `${driver}/status`
  );
  const send = async (where, body, method = 'POST') => {
    const response = await fetch(`${driver}/session${where}`, {
      method,
      body: JSON.stringify(body)
    });
    const { value } = await response.json();
    if (!response.ok) {
      throw new Error(`${value.error}: ${value.message}`);
    }
    return value;
  };
  const { output } = probe('find', ['/usr/lib', '-name', 'MiniBrowser']);
  const { sessionId } = await send('', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': {
          binary: output.trim().split('\n')[0],
          // A person reloads, which caches nothing; here the page is opened
          // again, and WebKit would keep the one before with the transaction
          // that it was in, which then holds up the storage.
          args: ['--automation', '--enable-page-cache=false']
        }
      }
    }
  });
  const session = `/${sessionId}`;
  stops.push(() => send(session, undefined, 'DELETE').catch(() => undefined));
  await send(`${session}/window/rect`, SIZE);
  /** Does something to an element. */
  const act = async (selector, action, body) => {
    const using = { using: 'css selector', value: selector };
    const [id] = Object.values(await send(`${session}/element`, using));
    await send(`${session}/element/${id}/${action}`, body);
  };
  return {
    goto: url => send(`${session}/url`, { url }),
    evaluate: (test, arg) =>
      send(`${session}/execute/sync`, {
        script: `return (${test})(...arguments)`,
        args: [arg]
      }),
    click: selector => act(selector, 'click', {}),
    type: (selector, text) =>
      act(selector, 'value', { text: text.replace('\n', '\uE007') })
  };
}
