import { looksLikeMuchWork } from '../../state/looks-like-much-work';
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
