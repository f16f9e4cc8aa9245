import { JSDOM } from 'jsdom';

/** The part of the DOM that reports need; everything else is Node's own. */
const { window } = new JSDOM('');
for (const name of ['DOMParser', 'XMLSerializer', 'document']) {
  Reflect.set(globalThis, name, Reflect.get(window, name));
}
