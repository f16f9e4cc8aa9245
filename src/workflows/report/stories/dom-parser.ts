import { JSDOM } from 'jsdom';

/** What reports need of a page, where the rest is Node's own. */
const { window } = new JSDOM('');
for (const name of ['DOMParser', 'XMLSerializer', 'document']) {
  Reflect.set(globalThis, name, Reflect.get(window, name));
}
