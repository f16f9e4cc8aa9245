import { foundText } from '../../text/announcement';
import { focusComposer } from '../common/focus';
import { Notice } from '../common/notice';
import { usePanel, usePanelState } from '../common/panel-context';
import { Button } from '../common/button';
import { isBusy } from '../../state/panel-state';
import { visibleName } from '../../render/visible-text';

/** Says once, above an imported conversation, where it came from. */
export function FromFile() {
  const { trans } = usePanel();
  const file = usePanelState(state => state.record?.importedFrom);
  return (
    <Notice>
      {file
        ? trans.__(
            'This conversation was imported from the file %1. It includes messages and results, but no approvals and no rules, and nothing in it ran here.',
            visibleName(file)
          )
        : trans.__(
            'This conversation was imported from a file. It includes messages and results, but no approvals and no rules, and nothing in it ran here.'
          )}
    </Notice>
  );
}

/** Continues an imported conversation, none of which has been sent yet. */
export function ContinueFromFile() {
  const { store, trans } = usePanel();
  const isWaiting = usePanelState(
    state =>
      state.record?.untouched === true &&
      state.record.damaged === undefined &&
      !isBusy(state) &&
      state.undisclosed === null
  );
  return isWaiting ? (
    <Notice
      actions={[
        {
          label: trans.__('Continue'),
          onPress: () => store.sending.retry()
        }
      ]}
    >
      {trans.__(
        'No model has read it here. Press Continue or write a message to go on.'
      )}
    </Notice>
  ) : null;
}

/**
 * Asks about conversations beside the notebook that this browser did not write.
 */
export function FoundLine() {
  const { trans } = usePanel();
  const found = usePanelState(state => state.found);
  if (!found || found.waiting === 0) {
    return null;
  }
  const answer = (element: Element, isTaken: boolean) => {
    focusComposer(element);
    void found.answer(isTaken);
  };
  return (
    <div
      className="jp-Cellwright-problems"
      role="group"
      aria-label={trans.__('Conversations beside this notebook')}
    >
      <p>
        {foundText(found, trans)}{' '}
        {trans.__('Somebody else may have written them.')}
      </p>
      <div className="jp-Cellwright-errorActions">
        <Button
          look="small"
          onClick={event => answer(event.currentTarget, true)}
        >
          {trans.__('Show them')}
        </Button>
        <Button
          look="small"
          onClick={event => answer(event.currentTarget, false)}
        >
          {trans.__('Leave them in the file')}
        </Button>
      </div>
    </div>
  );
}

/** Offers the conversations that were left in the file. */
export function LeftLine() {
  const { trans } = usePanel();
  const found = usePanelState(state => state.found);
  return found && found.waiting === 0 && found.left > 0 ? (
    <p className="jp-Cellwright-hint">
      {trans._n(
        '%1 conversation is left in %2.',
        '%1 conversations are left in %2.',
        found.left,
        visibleName(found.file)
      )}{' '}
      <Button look="link" onClick={() => void found.answer(true)}>
        {trans.__('Show them')}
      </Button>
    </p>
  ) : null;
}
