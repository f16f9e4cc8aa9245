import { InterruptAnswers } from '../actions/interrupt-answers';
import { perStore } from './per-store';

/** What answers questions; not there before the first of them. */
export const answersOf = perStore(
  store =>
    new InterruptAnswers(
      store.main,
      store.services,
      text => store.announce(text),
      () => store.catchUp()
    )
);
