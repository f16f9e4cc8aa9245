import { Decisions } from '../actions/decisions';
import { perStore } from './per-store';
import { rulesOf } from './rules';

/** Decides on cards; created with the first of them. */
export const decisionsOf = perStore(
  store =>
    new Decisions(
      store.main,
      store.services,
      rulesOf(store),
      text => store.announce(text),
      () => store.catchUp()
    )
);
