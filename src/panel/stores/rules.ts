import { Rules } from '../actions/rules';
import { perStore } from './per-store';

/** The standing rules; needed with the first card or page that shows them. */
export const rulesOf = perStore(
  store => new Rules(store.main, store.services, text => store.announce(text))
);
