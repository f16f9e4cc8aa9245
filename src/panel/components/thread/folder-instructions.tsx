import { useRef } from 'react';

import type { IInstructionsText, ITranslator } from '../../../contract';
import {
  CARD_ATTRIBUTE,
  DECIDES,
  isOwnHand,
  useWatched
} from '../../trust/is-persons-event';
import { visibleName, visibleText } from '../../render/visible-text';
import { usePanel, usePanelNow } from '../common/panel-context';
import { Button } from '../common/button';

/** How many are shown at a time; the next follow as these are answered. */
const MAX_SHOWN = 3;

/**
 * Instructions and skills in files beside the notebook, waiting for the
 * person's consent; all skills of a folder on one card.
 */
export function FolderInstructions() {
  const { preferences, trans } = usePanelNow();
  const groups = new Map<string, IInstructionsText[]>();
  for (const file of preferences.folderInstructions.waiting) {
    const place =
      file.skill === undefined
        ? file.path
        : file.path.split('/').slice(0, -2).join('/');
    groups.set(place, [...(groups.get(place) ?? []), file]);
  }
  const more = groups.size - MAX_SHOWN;
  return (
    <>
      {[...groups].slice(0, MAX_SHOWN).map(([place, files]) => (
        <Waiting
          key={place}
          place={files.length > 1 ? place : files[0].path}
          files={files}
        />
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

function Waiting({
  place,
  files
}: {
  place: string;
  files: readonly IInstructionsText[];
}) {
  const { store } = usePanel();
  const { services } = store;
  const { trans, preferences } = services;
  const root = useRef<HTMLDivElement>(null);
  useWatched(root, files.map(({ path, text }) => path + text).join());
  const path = visibleName(visibleText(place));
  const words = wordsFor(files, path, trans);
  const decide = (goesAlong: boolean): void => {
    files.forEach(file =>
      preferences.folderInstructions.decide(file, goesAlong)
    );
    store.announce(goesAlong ? words.used : words.unused);
  };
  return (
    <div
      ref={root}
      {...{ [CARD_ATTRIBUTE]: place }}
      className="jp-Cellwright-problems"
      role="group"
      aria-label={words.label}
    >
      <p>{words.text}</p>
      {files.map(file => (
        <div key={file.path}>
          {files.length > 1 ? (
            <p>{visibleName(visibleText(file.skill ?? file.path))}</p>
          ) : null}
          <pre className="jp-Cellwright-instructions" tabIndex={0}>
            {visibleText(file.text)}
          </pre>
        </div>
      ))}
      <div className="jp-Cellwright-actions">
        <Button
          {...DECIDES}
          onClick={({ nativeEvent }) => {
            if (isOwnHand(store, nativeEvent)) {
              decide(true);
            }
          }}
        >
          {words.yes}
        </Button>
        <Button onClick={() => decide(false)}>{words.no}</Button>
      </div>
    </div>
  );
}

function wordsFor(
  [{ skill }, ...others]: readonly IInstructionsText[],
  path: string,
  trans: ITranslator
): Record<'label' | 'text' | 'yes' | 'no' | 'used' | 'unused', string> {
  if (skill === undefined) {
    return {
      label: trans.__('Instructions in %1', path),
      text: trans.__(
        '%1 contains instructions for the model. They are not sent until you agree. Read them first if the folder came from somebody else.',
        path
      ),
      yes: trans.__('Send them'),
      no: trans.__('Don’t send them'),
      used: trans.__('They are sent from your next message on.'),
      unused: trans.__('They are not sent.')
    };
  }
  return others.length === 0
    ? {
        label: trans.__('Skill in %1', path),
        text: trans.__(
          '%1 is a skill: instructions that the model follows when your message fits them. It is not used until you agree, and your message waits for your answer. Read it first if the folder came from somebody else.',
          path
        ),
        yes: trans.__('Use this skill'),
        no: trans.__('Don’t use it'),
        used: trans.__('It can be used from now on.'),
        unused: trans.__('It is not used.')
      }
    : {
        label: trans.__('Skills in %1', path),
        text: trans.__(
          'The folder %1 has %2 skills: instructions that the model follows when your message fits them. They are not used until you agree, and your message waits for your answer. Read them first if the folder came from somebody else.',
          path,
          others.length + 1
        ),
        yes: trans.__('Use these skills'),
        no: trans.__('Don’t use them'),
        used: trans.__('They can be used from now on.'),
        unused: trans.__('They are not used.')
      };
}
