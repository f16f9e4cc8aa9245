import type { IInstructionsText } from '../../../contract';
import { DECIDES } from '../../trust/is-persons-event';
import { isOwnHand } from '../../trust/is-own-hand';
import { visibleText } from '../../render/visible-text';
import { usePanel, usePanelState } from '../common/panel-context';
import { Button } from '../common/button';

/** Instructions that lie beside the notebook and wait for the person's word. */
export function FolderInstructions() {
  const { folderInstructions } = usePanel().services.preferences;
  usePanelState(state => state.preferencesRevision);
  return (
    <>
      {folderInstructions.waiting.map(file => (
        <Waiting key={file.path} file={file} />
      ))}
    </>
  );
}

function Waiting({ file }: { file: IInstructionsText }) {
  const store = usePanel();
  const { services } = store;
  const { trans, preferences } = services;
  const path = visibleText(file.path);
  return (
    <div
      className="jp-Cellwright-problems"
      role="group"
      aria-label={trans.__('Instructions in %1', path)}
    >
      <p>
        {trans.__(
          '%1 contains instructions for the model. They are not sent until you agree. Read them first if the folder came from somebody else.',
          path
        )}
      </p>
      <pre className="jp-Cellwright-instructions" tabIndex={0}>
        {visibleText(file.text)}
      </pre>
      <Button
        {...DECIDES}
        look="link"
        onClick={({ nativeEvent }) => {
          if (isOwnHand(nativeEvent, services, text => store.announce(text))) {
            preferences.folderInstructions.decide(file, true);
            store.announce(
              trans.__('They are sent from your next message on.')
            );
          }
        }}
      >
        {trans.__('Send them')}
      </Button>{' '}
      <Button
        look="link"
        onClick={() => {
          preferences.folderInstructions.decide(file, false);
          store.announce(trans.__('They are not sent.'));
        }}
      >
        {trans.__('Don’t send them')}
      </Button>
    </div>
  );
}
