import { Decisions } from '../actions/decisions';
import { perStore } from './per-store';

/** What decides on cards; not there before the first of them. */
export const decisionsOf = perStore(
  store =>
    new Decisions(
      store.main,
      store.services,
      store.rules,
      text => store.announce(text),
      () => store.catchUp()
    )
);
