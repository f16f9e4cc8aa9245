/** A sound that a tool returns, for the person to hear. */
export interface IToolSound {
  /** One of `SOUND_TYPES`. */
  mimeType: string;
  /** base64, without a data-URL prefix. */
  data: string;
}

/**
 * A resource that a server has but did not send; only read when the person
 * attaches it.
 */
export interface IResultLink {
  server: string;
  uri: string;
  name: string;
}

/**
 * What a result holds besides text; images and sounds are given by their id in
 * the image store.
 */
export type ResultThing =
  { kind: 'image' | 'sound'; id: string } | ({ kind: 'link' } & IResultLink);

/** Sound types that a page can play and that cannot contain anything else. */
export const SOUND_TYPES: readonly string[] = [
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'audio/x-wav'
];
