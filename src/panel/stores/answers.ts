import { InterruptAnswers } from '../actions/interrupt-answers';
import { perStore } from './per-store';

/** Answers questions; created with the first of them. */
export const answersOf = perStore(
  store =>
    new InterruptAnswers(
      store.main,
      store.services,
      text => store.announce(text),
      () => store.catchUp()
    )
);
