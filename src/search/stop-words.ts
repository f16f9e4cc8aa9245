import { tokenize } from './tokenize';

/** Words that do not say what a request is about. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  tokenize(
    `a about all also am an and any anybody are as at be been but by can could
    did do does done each every for from get give go had has have her his how i
    if in into is it its just let lets like make many may me much my need not of
    off on one or our out over please so some somebody still tell that the their
    them then there these they this those to up us want was we were what when
    where which who why will with would you your`
  )
);
