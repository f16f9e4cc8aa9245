import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { testWithServer } from '../support/jupyter-server';
import { answer, cell } from '../support/scripted-model';
import { expect } from '../support/test';

const KEY = 'sk-cellwright-route-7c11d0';

const test = testWithServer({ extension: 'jupyter_server_proxy' });

test('a redirect takes nothing to another server; a route through jupyter-server-proxy streams, names who is behind it, and another port is told of anew', async ({
  begin,
  model
}) => {
  const { panel } = await begin();
  const form = panel.settings;
  const seen: IncomingMessage[] = [];
  const other = createServer((request, response) => {
    seen.push(request);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;

  await test.step('redirected, neither the conversation nor the key goes along', async () => {
    await model.script([
      {
        status: 307,
        headers: { location: `http://127.0.0.1:${port}/v1/chat/completions` },
        body: {}
      }
    ]);
    await panel.say('my secret');
    await expect(panel.error).toHaveText(
      /The server sends requests elsewhere\..*answered with a redirect\..*Enter the final address/
    );
    await panel.settled();
    expect(seen).toEqual([]);
  });

  const { host, pathname } = new URL(model.baseUrl);
  const route = (to: string): string => `/proxy/${to}${pathname}`;
  const choose = async (baseUrl: string, key = ''): Promise<void> => {
    await panel.button(/^Model: /).click();
    await form
      .getByLabel('Provider')
      .selectOption('vLLM and other OpenAI-compatible servers');
    await form.getByLabel('Base URL').fill(baseUrl);
    if (key) {
      await form.getByLabel('API key').fill(key);
    }
  };
  const own = new URL(model.baseUrl).port;

  await test.step('a route is entered, lists its models, and says who is behind it', async () => {
    await model.script(
      [
        { text: 'One two three four five six.', chunkSize: 4, held: 3 },
        cell('6 * 7'),
        answer('It is 42.')
      ],
      { key: KEY }
    );
    await choose(route(own), KEY);
    await form.getByRole('button', { name: 'Fetch models' }).click();
    await expect(form.getByRole('status')).toHaveText(
      'The server offers 1 model.'
    );
    await form.getByLabel('Model', { exact: true }).fill('scripted-model');
    await panel.useModel();
    await panel.say('count');
    await expect(panel.disclosure).toContainText(
      `This goes to scripted-model at port ${own} behind the Jupyter server`
    );
    await expect(panel.disclosure).toContainText(
      'passes your Jupyter login (its cookies) to whoever answers there'
    );
    await panel.tell();
  });

  await test.step('the answer comes piece by piece', async () => {
    await expect(panel.log).toContainText('One');
    await expect(panel.stop).toBeVisible();
    await expect(panel.log).not.toContainText('six');
    await model.release();
    await expect(panel.log).toContainText('One two three four five six.');
    await panel.settled();
    await panel.say('calculate');
    await panel.approve();
    await panel.answered('It is 42.');
    const { headers, hasKey } = await model.lastRequest();
    expect(hasKey).toBe(true);
    expect(headers['x-forwarded-context']).toBe(`/proxy/${own}`);
    // Known and documented: the proxy passes on cookies, but nothing of ours.
    expect(headers.cookie).toContain('_xsrf');
    expect(headers['x-xsrftoken']).toBeUndefined();
  });

  await test.step('a redirect behind the route is not followed either', async () => {
    await model.script(
      [{ status: 307, headers: { location: `http://${host}/x` }, body: {} }],
      { key: KEY }
    );
    await panel.say('go on');
    await expect(panel.error).toContainText(
      `port ${own} behind the Jupyter server answered with a redirect.`
    );
    await panel.settled();
  });

  await test.step('another port is another recipient: told anew, and without the key', async () => {
    await choose(route(String(port)));
    await panel.useModel({ anyway: true });
    await panel.say('to the other one');
    await expect(panel.disclosure).toContainText(
      `port ${port} behind the Jupyter server`
    );
    const tested = seen.length;
    await panel.tell();
    await expect.poll(() => seen.length).toBeGreaterThan(tested);
    expect(JSON.stringify(seen.map(each => each.headers))).not.toContain(KEY);
  });

  other.close();
});
