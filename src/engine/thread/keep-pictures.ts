import type { IAttachment } from '../../contract';
import { denyList } from '../privacy/deny-list';
import type { IRunDependencies } from '../run-context/run-dependencies';

type Picture = Extract<IAttachment, { kind: 'image' }>;

/**
 * Puts attached pictures where the thread's images are, so that only their ids
 * stand in what is kept of a message. One that cannot be kept, or whose name is on
 * the list of files that are never read, stays behind, and that is said.
 */
export async function keepPictures(
  {
    id,
    imageStore,
    settings,
    trans,
    tell
  }: Pick<
    IRunDependencies,
    'id' | 'imageStore' | 'settings' | 'trans' | 'tell'
  >,
  attachments: readonly IAttachment[]
): Promise<IAttachment[]> {
  const isDenied = denyList(settings().privacy.deny);
  const keep = async (picture: Picture): Promise<IAttachment[]> => {
    const { data, name, mimeType, width, height } = picture;
    if (data === undefined) {
      return [picture];
    }
    try {
      if (!isDenied(name)) {
        const image = { mimeType, data, width, height };
        const imageId = await imageStore.put(id, image);
        return [{ kind: 'image', name, mimeType, width, height, imageId }];
      }
      tell({
        type: 'notice',
        code: 'other',
        text: trans.__(
          '%1 was not sent: it is on the list of files that Cellwright never opens (Settings, “Privacy”).',
          name
        )
      });
    } catch (error) {
      console.error('Cellwright: a picture was not kept', error);
      tell({
        type: 'notice',
        code: 'storage',
        text: trans.__(
          '%1 was not sent, since this browser could not keep it. Make room for it, then attach it again.',
          name
        )
      });
    }
    return [];
  };
  const kept = await Promise.all(
    attachments.map(each => (each.kind === 'image' ? keep(each) : [each]))
  );
  return kept.flat();
}
