import { useEffect, useState } from 'react';

import { Button } from '../common/button';
import { SOUND_TYPES, type ResultThing } from '../../../contract';
import { visibleName, visibleText } from '../../render/visible-text';
import type { ICallItem } from '../../state/thread-items';
import { usePanel, usePanelState } from '../common/panel-context';

/**
 * What a call returned besides text: pictures, sounds, links to a server's
 * resources.
 */
export function ResultThings({ things }: { things: readonly ResultThing[] }) {
  const links = things.flatMap(thing => (thing.kind === 'link' ? thing : []));
  return (
    <>
      {things.map((thing, index) =>
        thing.kind === 'link' ? null : <Media key={index} {...thing} />
      )}
      {links.length > 0 ? <Links links={links} /> : null}
    </>
  );
}

/** Pictures of a result that are shown small. */
const MAX_THUMBNAILS = 3;

/** The pictures of a result, small; a click shows their cell. */
export function Thumbnails({
  item,
  onOpen
}: {
  item: ICallItem;
  /** Shows the details of the call, where there is no cell. */
  onOpen(): void;
}) {
  const { store } = usePanel();
  const { cellId, path } = item;
  const pictures = (item.things ?? []).flatMap(thing =>
    thing.kind === 'image' ? thing.id : []
  );
  return (
    <div className="jp-Cellwright-thumbnails">
      {pictures.slice(0, MAX_THUMBNAILS).map(id => (
        <Thumbnail
          key={id}
          id={id}
          onPress={() =>
            cellId === null ? onOpen() : store.revealCell(path, cellId)
          }
        />
      ))}
    </div>
  );
}

function Thumbnail({ id, onPress }: { id: string; onPress(): void }) {
  const { trans } = usePanel();
  const url = useKeptUrl(id, TYPES.image);
  return url ? (
    <Button
      aria-label={trans.__('Show the plot')}
      title={trans.__('Show the plot')}
      onClick={onPress}
    >
      <img src={url} alt="" />
    </Button>
  ) : null;
}

/**
 * Picture types that tools return and sound types that a page can play; nothing
 * else is shown.
 */
const TYPES: Record<'image' | 'sound', readonly string[]> = {
  image: ['image/png', 'image/jpeg'],
  sound: SOUND_TYPES
};

function Media({ kind, id }: { kind: 'image' | 'sound'; id: string }) {
  const { trans } = usePanel();
  const url = useKeptUrl(id, TYPES[kind]);
  if (url === null) {
    return (
      <p className="jp-Cellwright-hint">
        {kind === 'image'
          ? trans.__('The picture is no longer kept in this browser.')
          : trans.__('The sound is no longer kept in this browser.')}
      </p>
    );
  }
  if (url === '') {
    return null;
  }
  return kind === 'image' ? (
    <img
      className="jp-Cellwright-resultPicture"
      src={url}
      alt={trans.__('Picture of the result')}
    />
  ) : (
    <audio
      className="jp-Cellwright-resultSound"
      src={url}
      controls
      preload="none"
      aria-label={trans.__('Sound of the result')}
    />
  );
}

/** URL of a stored file; empty until it is read, null if it is gone. */
function useKeptUrl(id: string, types: readonly string[]): string | null {
  const { agent } = usePanel();
  const threadId = usePanelState(state => state.threadId);
  const [url, setUrl] = useState<string | null>('');
  useEffect(() => {
    let made: string | null = null;
    let isShown = true;
    const show = async (): Promise<void> => {
      const kept = await agent.past.attachment(threadId, id);
      if (isShown) {
        made = kept && types.includes(kept.mimeType) ? blobUrl(kept) : null;
        setUrl(made);
      }
    };
    show().catch((error: unknown) => {
      console.warn('Cellwright: a result could not be shown', error);
      if (isShown) {
        setUrl(null);
      }
    });
    return () => {
      isShown = false;
      if (made !== null) {
        URL.revokeObjectURL(made);
      }
    };
  }, [agent, threadId, id, types]);
  return url;
}

/** @throws DOMException if the data is not base64. */
function blobUrl({ mimeType, data }: { mimeType: string; data: string }) {
  const bytes = Uint8Array.from(atob(data), each => each.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: mimeType }));
}

function Links({
  links
}: {
  links: readonly Extract<ResultThing, { kind: 'link' }>[];
}) {
  const { store, trans } = usePanel();
  return (
    <ul
      className="jp-Cellwright-attachments"
      aria-label={trans.__('Files on the server, not read')}
    >
      {links.map(({ server, uri, name }) => (
        <li key={uri}>
          <Button
            className="jp-Cellwright-attachment"
            title={visibleText(`${uri} (${server})`)}
            aria-label={trans.__(
              'Attach %1 from %2 to your next message',
              visibleName(name),
              visibleName(server)
            )}
            onClick={() => {
              store.composing.attach({ kind: 'resource', server, uri, name });
              store.announce(
                trans.__(
                  '%1 is attached to your next message.',
                  visibleName(name)
                )
              );
            }}
          >
            {visibleText(name)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
