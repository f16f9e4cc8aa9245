import type { CallToolResult } from '@modelcontextprotocol/client';

import { SOUND_TYPES, type IResultLink, type IToolSound } from '../../contract';
import { cleanLine } from '../wire/clean-text';

/** Total base64 characters of a result's sounds: about 8 MB. */
const MAX_SOUND = 11_000_000;
const MAX_SOUNDS = 5;

const MAX_LINKS = 20;
const MAX_URI = 2_000;
const MAX_NAME = 100;

/** What a person gets of a result besides its text. */
export interface IResultThings {
  sounds: IToolSound[];
  links: IResultLink[];
}

/**
 * Sounds that can be played, and links, each up to a limit; the rest is only
 * mentioned.
 */
export function resultThings(
  { content = [] }: CallToolResult,
  server: string
): IResultThings {
  const sounds: IToolSound[] = [];
  const links: IResultLink[] = [];
  let size = 0;
  for (const block of content) {
    if (block.type === 'audio') {
      const { data } = block;
      const mimeType = soundType(block.mimeType);
      size += data.length;
      if (mimeType && size <= MAX_SOUND && sounds.length < MAX_SOUNDS) {
        sounds.push({ mimeType, data });
      }
    } else if (
      block.type === 'resource_link' &&
      block.uri.length <= MAX_URI &&
      links.length < MAX_LINKS
    ) {
      const { uri } = block;
      const name =
        cleanLine(block.title ?? block.name, MAX_NAME) ||
        cleanLine(uri, MAX_NAME);
      links.push({ server, uri, name });
    }
  }
  return { sounds, links };
}

/** The MIME type without parameters; null if it cannot be played. */
function soundType(mimeType: string): string | null {
  const [type] = mimeType.toLowerCase().split(';');
  return SOUND_TYPES.find(each => each === type.trim()) ?? null;
}
