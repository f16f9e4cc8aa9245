import { useRef } from 'react';

import type { IInstructionsText } from '../../../contract';
import { spoken } from '../../../contract/text/spoken';
import { CARD_ATTRIBUTE, DECIDES } from '../../trust/is-persons-event';
import { useWatched } from '../../trust/watch-card';
import { isOwnHand } from '../../trust/is-own-hand';
import { visibleText } from '../../render/visible-text';
import { usePanel, usePanelState } from '../common/panel-context';
import { Button } from '../common/button';

/** How many are shown at a time; the next follow as these are answered. */
const MOST_SHOWN = 3;

/**
 * Instructions and skills in files beside the notebook, waiting for the
 * person's consent.
 */
export function FolderInstructions() {
  const { preferences, trans } = usePanel().services;
  const { folderInstructions } = preferences;
  const more = folderInstructions.waiting.length - MOST_SHOWN;
  usePanelState(state => state.preferencesRevision);
  return (
    <>
      {folderInstructions.waiting.slice(0, MOST_SHOWN).map(file => (
        <Waiting key={file.path} file={file} />
      ))}
      {more > 0 ? (
        <p className="jp-Cellwright-hint">
          {trans._n(
            '%1 more follows once you have answered.',
            '%1 more follow once you have answered.',
            more
          )}
        </p>
      ) : null}
    </>
  );
}

function Waiting({ file }: { file: IInstructionsText }) {
  const store = usePanel();
  const { services } = store;
  const { trans, preferences } = services;
  const root = useRef<HTMLDivElement>(null);
  useWatched(root, file.text);
  const path = spoken(visibleText(file.path));
  const isSkill = file.skill !== undefined;
  return (
    <div
      ref={root}
      {...{ [CARD_ATTRIBUTE]: file.path }}
      className="jp-Cellwright-problems"
      role="group"
      aria-label={
        isSkill
          ? trans.__('Skill in %1', path)
          : trans.__('Instructions in %1', path)
      }
    >
      <p>
        {isSkill
          ? trans.__(
              '%1 is a skill: instructions that the model follows when your message fits them. It is not used until you agree. Read it first if the folder came from somebody else.',
              path
            )
          : trans.__(
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
              isSkill
                ? trans.__('It can be used from your next message on.')
                : trans.__('They are sent from your next message on.')
            );
          }
        }}
      >
        {isSkill ? trans.__('Use this skill') : trans.__('Send them')}
      </Button>{' '}
      <Button
        look="link"
        onClick={() => {
          preferences.folderInstructions.decide(file, false);
          store.announce(
            isSkill
              ? trans.__('It is not used.')
              : trans.__('They are not sent.')
          );
        }}
      >
        {isSkill ? trans.__('Don’t use it') : trans.__('Don’t send them')}
      </Button>
    </div>
  );
}
