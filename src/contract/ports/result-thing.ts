/** Sound that a tool brings back, for the person to hear. */
export interface IToolSound {
  /** One of `SOUND_TYPES`. */
  mimeType: string;
  /** base64, without a data-URL prefix. */
  data: string;
}

/** Something a server has and did not send; read only when it is attached. */
export interface IResultLink {
  server: string;
  uri: string;
  name: string;
}

/** What a result has beside its words; images and sounds by their id where images are. */
export type ResultThing =
  { kind: 'image' | 'sound'; id: string } | ({ kind: 'link' } & IResultLink);

/** What a page can play, and nothing that could be more than sound. */
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
