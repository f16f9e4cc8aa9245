import { Decisions } from '../actions/decisions';
import { perStore } from './per-store';

/** Decides on cards; created with the first of them. */
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
