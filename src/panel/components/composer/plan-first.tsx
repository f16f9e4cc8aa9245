import { usePanel, usePanelState } from '../common/panel-context';
import { Button } from '../common/button';

/**
 * In Agent mode, offers plan mode for a message that looks like a lot of work.
 */
export function PlanFirst() {
  const { composing, services } = usePanel();
  const { trans } = services;
  const shown = usePanelState(
    ({ draft, mode, resending }) =>
      mode === 'agent' && resending === null && looksLikeMuchWork(draft)
  );
  return shown ? (
    <Button
      look="link"
      title={trans.__(
        'Sends it in Plan mode: you see a plan before anything runs.'
      )}
      onClick={() => composing.send('plan')}
    >
      {trans.__('Plan it first')}
    </Button>
  ) : null;
}

/**
 * Number of sentences or lines from which a message counts as a lot of work.
 */
const MANY = 3;

/** What is asked for stands at the beginning; the rest may be pasted. */
const BEGINNING = 4_000;

/**
 * Whether a message asks for several things, judged by its sentences and lines.
 */
function looksLikeMuchWork(text: string): boolean {
  const parts = text
    .slice(0, BEGINNING)
    .split('\n')
    .flatMap(line => [
      ...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(
        line
      )
    ])
    .filter(({ segment }) => /\p{L}/u.test(segment));
  return parts.length >= MANY;
}
