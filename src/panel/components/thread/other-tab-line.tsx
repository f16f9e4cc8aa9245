import { visibleText } from '../../render/visible-text';
import { otherTabText } from '../../text/other-tab-text';
import { usePanel, usePanelState } from '../common/panel-context';
import { Button } from '../common/button';

/**
 * Says that another tab drives the conversation, with a button to take over.
 */
export function OtherTabLine() {
  const store = usePanel();
  const { trans } = store.services;
  const driver = usePanelState(state => state.thread.driver);
  if (!driver || driver.here) {
    return null;
  }
  return (
    <div className="jp-Cellwright-notice jp-Cellwright-driver">
      <span>
        {otherTabText(driver, trans)}
        {driver.held ? ` ${visibleText(driver.held)}` : null}
      </span>{' '}
      <Button
        look="link"
        disabled={driver.held !== null}
        title={driver.held ? visibleText(driver.held) : undefined}
        onClick={() => store.takeOver()}
      >
        {driver.free ? trans.__('Go on here') : trans.__('Work here instead')}
      </Button>
    </div>
  );
}
