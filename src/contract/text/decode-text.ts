/** The text of a file that is not UTF-8, and how it seems to be written. */
export interface IDecodedText {
  text: string;
  /** As Python calls it; empty for UTF-8. */
  encoding: string;
  /** Set if the bytes say so themselves; otherwise it is likely, not certain. */
  certain: boolean;
}

/**
 * Text of the bytes of a file; null if they do not look like text.
 *
 * @param isHead the bytes may end in the middle of a character.
 */
export function decodeText(
  bytes: Uint8Array,
  isHead: boolean
): IDecodedText | null {
  const marked = byMark(bytes, isHead);
  if (marked) {
    return marked;
  }
  const wide = utf16Order(bytes);
  if (wide) {
    const text = decode(bytes, `utf-16${wide}`, isHead);
    return text !== null && isText(text)
      ? { text, encoding: `utf-16-${wide}`, certain: false }
      : null;
  }
  const utf8 = decode(bytes, 'utf-8', isHead);
  if (utf8 !== null) {
    return isText(utf8) ? { text: utf8, encoding: '', certain: true } : null;
  }
  const sample = bytes.subarray(0, SAMPLE);
  for (const { charset, encoding, fits } of OLDER) {
    const head = decode(sample, charset, true);
    const text =
      head !== null && isText(head) && fits(head, sample)
        ? decode(bytes, charset, isHead)
        : null;
    if (text !== null) {
      return { text, encoding, certain: false };
    }
  }
  return null;
}

/** Fewer bytes tell no order. */
const MIN_TOLD = 16;

/** As many bytes show which encoding it is. */
const SAMPLE = 65_536;

function byMark(bytes: Uint8Array, isHead: boolean): IDecodedText | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe && !(third === 0 && fourth === 0)) {
    return marked('utf-16le', 'utf-16');
  }
  if (first === 0xfe && second === 0xff) {
    return marked('utf-16be', 'utf-16');
  }
  return first === 0xef && second === 0xbb && third === 0xbf
    ? marked('utf-8', '')
    : null;

  function marked(charset: string, encoding: string): IDecodedText | null {
    const text = decode(bytes, charset, isHead);
    return text === null ? null : { text, encoding, certain: true };
  }
}

/**
 * Order of the bytes of UTF-16 without a mark, told by the zeros of its
 * spaces, digits and line ends: they stand on one side only.
 */
function utf16Order(bytes: Uint8Array): 'le' | 'be' | null {
  if (bytes.length < MIN_TOLD) {
    return null;
  }
  const zeros = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    zeros[at % 2] += bytes[at] === 0 ? 1 : 0;
  }
  const pairs = bytes.length / 2;
  const isOneSided = (many: number, few: number): boolean =>
    many > pairs * 0.05 && few <= many * 0.02;
  return isOneSided(zeros[1], zeros[0])
    ? 'le'
    : isOneSided(zeros[0], zeros[1])
      ? 'be'
      : null;
}

/** Null if the bytes are not of this encoding. */
function decode(
  bytes: Uint8Array,
  charset: string,
  isHead: boolean
): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes, {
      stream: isHead
    });
  } catch {
    // Bytes that mean nothing in it, or a browser that does not know it.
    return null;
  }
}

/** Text holds hardly any control characters; programs and archives do. */
function isText(text: string): boolean {
  const controls = text.match(
    // eslint-disable-next-line no-control-regex
    /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f-\x9f\ufffe\uffff]/g
  );
  return (controls?.length ?? 0) <= text.length / 1000;
}

/**
 * Older encodings in which tables are still saved. Bytes of one are often valid
 * in another, so what counts is whether they give its letters.
 */
const OLDER: {
  /** As browsers call it. */
  charset: string;
  /** As Python calls it. */
  encoding: string;
  fits(text: string, bytes: Uint8Array): boolean;
}[] = [
  {
    charset: 'shift_jis',
    encoding: 'cp932',
    // Of full width; what other encodings look like is half-width.
    fits: text => share(text, /[\u3041-\u30fe]/gu) > 0.2
  },
  {
    charset: 'windows-1252',
    encoding: 'cp1252',
    // Letters with accents stand alone among plain ones.
    fits: (_text, bytes) => {
      const high = bytes.filter(byte => byte >= 0x80).length;
      const runs = bytes.filter(
        (byte, at) => byte >= 0x80 && !(bytes[at - 1] >= 0x80)
      );
      return high < 2 * runs.length;
    }
  },
  {
    charset: 'windows-1251',
    encoding: 'cp1251',
    fits: text => share(text, /[а-яё]{2,}/gu) > 0.5
  },
  {
    charset: 'euc-kr',
    encoding: 'cp949',
    fits: text => share(text, /[가-힣]/gu) > 0.9
  },
  {
    charset: 'gb18030',
    encoding: 'gb18030',
    fits: text => share(text, /\p{Script=Han}/gu) > 0.7
  },
  { charset: 'windows-1252', encoding: 'cp1252', fits: () => true }
];

/** Share of the characters beyond ASCII that these are. */
function share(text: string, letters: RegExp): number {
  const found = text.match(letters)?.join('').length ?? 0;
  return found / (text.match(/\P{ASCII}/gu)?.length ?? Infinity);
}
