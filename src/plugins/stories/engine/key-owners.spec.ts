import 'fake-indexeddb/auto';

import type { JupyterFrontEnd } from '@jupyterlab/application';

import { type IKeyVault, ENGLISH } from '../../../contract';
import { keyStorage } from '../../keys/key-storage';
import { serverOwner } from '../../threads/server-owner';

const NO_PAGE = { option: () => '', root: '' };
const PLACE = 'openai https://api.openai.com/v1';

/** A JupyterLab that learns who the user is only when it is ready. */
function labOf(username: string, baseUrl: string): JupyterFrontEnd {
  const user: { identity: { username: string } | null; ready: Promise<void> } =
    {
      identity: null,
      ready: new Promise(resolve => {
        setTimeout(() => {
          user.identity = { username };
          resolve();
        });
      })
    };
  const app = {
    hasPlugin: () => false,
    serviceManager: { serverSettings: { baseUrl }, user }
  };
  return app as unknown as JupyterFrontEnd;
}

function vaultOf(username: string, baseUrl: string): Promise<IKeyVault> {
  const app = labOf(username, baseUrl);
  return keyStorage({
    app,
    owner: () => serverOwner(app.serviceManager, NO_PAGE),
    trans: ENGLISH,
    page: globalThis,
    onForgotten: sentence => {
      throw new Error(sentence);
    }
  }).open();
}

it('keys that are remembered are apart for each user and each server of one browser', async () => {
  const hub = 'https://hub.example/';
  const ada = await vaultOf('ada', hub);
  await ada.save(PLACE, 'sk-of-ada');
  const others = [
    await vaultOf('bob', hub),
    await vaultOf('ada', `${hub}user/team/`)
  ];
  for (const other of others) {
    expect(await other.load()).toEqual({});
    await other.save(PLACE, 'sk-of-another');
    await other.forget(PLACE);
  }
  const again = await vaultOf('ada', hub);
  expect(await again.load()).toEqual({ [PLACE]: 'sk-of-ada' });
});
